// The same with room for all four: nothing to report.
//! dispatch 4
//! schedule occupancy 4
//! expect no findings
@group(0) @binding(0) var<storage, read_write> flag: atomic<u32>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  if (group.x < 3u) {
    loop { if (atomicLoad(&flag) == 32u) { break; } }
  } else {
    atomicAdd(&flag, 1u);
  }
}
