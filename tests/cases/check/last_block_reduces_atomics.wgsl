// The same with the sum in an atomic; nothing plain is handed over.
//! dispatch 4
//! expect no findings
@group(0) @binding(0) var<storage, read_write> sum: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> done: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> dst: u32;
var<workgroup> last: u32;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) w: vec3u) {
  if (lane == 0u) {
    atomicAdd(&sum, w.x + 1u);
    last = atomicAdd(&done, 1u);
  }
  if (workgroupUniformLoad(&last) == 3u && lane == 0u) {
    dst = atomicLoad(&sum);
  }
}
