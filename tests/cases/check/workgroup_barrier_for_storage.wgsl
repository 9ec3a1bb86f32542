// workgroupBarrier orders workgroup memory, and no storage buffer.
//! dispatch 3
//! expect finding data-race 9 11
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let base = group.x * 64u;
  data[base + lane] = lane;
  workgroupBarrier();
  let next = data[base + (lane + 1u) % 64u];
  storageBarrier();
  data[base + lane] = next;
}
