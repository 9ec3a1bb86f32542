// The same with an atomic. Additions commute.
//! dispatch 2
//! expect 0:0 values 4032
//! expect no findings
@group(0) @binding(0) var<storage, read_write> total: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  atomicAdd(&total, lane);
}
