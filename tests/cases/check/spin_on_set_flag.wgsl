// The same, waiting for the flag that is set.
//! dispatch 2
//! expect no findings
@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>, 2>;
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) w: vec3u) {
  if (w.x == 0u) { atomicStore(&flag[0], 1u); }
  while (w.x == 1u && atomicLoad(&flag[0]) == 0u) { }
}
