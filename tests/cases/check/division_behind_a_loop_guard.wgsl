// A division that does not change in a loop is not done before the loop decides.
//! dispatch 1
//! bind 0:0 values u32 2 0 4 0
//! bind 0:1 zeros u32 4
//! expect no findings
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  let n = count[lane];
  for (var i = 0u; i < n; i++) {
    dst[lane] += 100u / n;
  }
}
