// The index that is out of bounds has an effect.
// fix: refused out-of-bounds: must not be evaluated twice
//! dispatch 1
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
//! bind 0:1 zeros u32 20
var<private> count: u32;
fn next(i: u32) -> u32 { count += 1u; return i + count - 1u; }
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
  dst[next(i)] += 1u;
}
