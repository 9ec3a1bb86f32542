// The whole workgroup waits together, with a barrier on every turn; the flag is never set.
//! dispatch 2
//! expect finding no-forward-progress 8
@group(0) @binding(0) var<storage, read_write> flag: atomic<u32>;
var<workgroup> seen: u32;
@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32) {
  loop {
    if (lane == 0u) { seen = atomicLoad(&flag); }
    if (workgroupUniformLoad(&seen) != 0u) { break; }
  }
}
