// The other subgroup of the workgroup runs on, so the wait ends.
//! dispatch 3
//! subgroup-size 4 8 16 32
//! schedule descending
//! expect 0:0 [0..3] values 0 1 2
//! expect no findings
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> flag: atomic<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u) {
  if (lane < 32u) {
    while (atomicLoad(&flag) != 32u) {}
  } else {
    atomicAdd(&flag, 1u);
  }
  dst[id.x] = id.x;
}
