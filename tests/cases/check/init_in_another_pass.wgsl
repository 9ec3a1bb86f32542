// The same in two passes.
//! pass clear 1 ; pass count 4
//! expect 0:0 values 256
//! expect no findings
@group(0) @binding(0) var<storage, read_write> n: atomic<u32>;
@compute @workgroup_size(1)
fn clear() { atomicStore(&n, 0u); }
@compute @workgroup_size(64)
fn count() { atomicAdd(&n, 1u); }
