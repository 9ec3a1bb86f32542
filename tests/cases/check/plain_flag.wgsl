// Workgroup 0 waits for a plain word that workgroup 1 stores: a race, and a wait that need not end.
//! dispatch 2
//! schedule ascending
//! bind 0:0 zeros u32 2
//! expect finding no-forward-progress 11 13
//! expect finding data-race 13 11
@group(0) @binding(0) var<storage, read_write> flag: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  if (group.x == 0u) {
    while (flag[1] == 0u) {}
  } else if (lane == 0u) {
    flag[1] = 1u;
  }
}
