// The same with the barrier that storage buffers need.
//! dispatch 3
//! expect no findings
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let base = group.x * 64u;
  data[base + lane] = lane;
  storageBarrier();
  let next = data[base + (lane + 1u) % 64u];
  storageBarrier();
  data[base + lane] = next;
}
