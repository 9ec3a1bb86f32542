// A ring of no elements.
//! dispatch 1
//! bind 0:0 zeros u32 4
//! bind 0:1 zeros u32 4
//! expect finding integer-division 11
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  dst[lane] = lane % count[lane];
}
