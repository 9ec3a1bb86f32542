// Waits with bounded patience, then goes on: ends under every schedule.
//! schedule descending
//! dispatch 6
//! bind 0:0 zeros u32 6
//! bind 0:1 zeros u32 6
//! expect no findings
@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {
  if (i == 0u) {
    var tries = 0u;
    while (w.x > 0u && atomicLoad(&flag[w.x - 1u]) == 0u && tries < 5000u) { tries++; }
    dst[w.x] = select(1u, 2u, tries == 5000u);
    atomicStore(&flag[w.x], w.x + 1u);
  }
}
