// A mask of the lowest bits, for counts up to the width of the word: at 32 the shift is one by 0.
//! dispatch 1
//! expect finding shift-range 8
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(33)
fn main(@builtin(local_invocation_index) count: u32) {
  dst[count] = (1u << count) - 1u;
}
