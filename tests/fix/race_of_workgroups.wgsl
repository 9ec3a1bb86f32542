// Workgroups race with each other.
// fix: refused data-race: one statement meets itself
//! dispatch 4
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 64>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {
  dst[i] = w.x;
}
