// Increments and compound assignments out of bounds.
// fix: barrier, bounds-guard, bounds-guard
//! dispatch 1
//! bind 0:1 zeros u32 20
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
  dst[i]++;
  dst[i + 1u] += 2u;
}
