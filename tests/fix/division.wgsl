// A division by zero: what should come out only the author knows.
// fix: refused integer-division: only the author knows
//! dispatch 1
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) { dst[i] = 7u / i; }
