// Workgroup 1 waits for a flag that nobody sets.
//! dispatch 2
//! expect finding no-forward-progress 7 8
@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>, 2>;
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) w: vec3u) {
  if (w.x == 0u) { atomicStore(&flag[0], 1u); }
  while (w.x == 1u && atomicLoad(&flag[1]) == 0u) { }
}
