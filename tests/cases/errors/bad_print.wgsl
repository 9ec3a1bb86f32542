//! expect error 8:38 bad-print
//! expect error 9:31 bad-print
//! expect error 10:6 bad-print
//! expect error 11:29 bad-print
//! expect error 12:35 bad-print
@group(0) @binding(0) var<storage, read_write> a: array<f32>;
fn f(i: u32) {
  // lanewise-print("a float of %f", i)
  a[i] = 1; // lanewise-print("no %q conversion")
  // lanewise-print("too few for %d and {}", i)
  // lanewise-print("escape \q")
  // lanewise-print("pointer {}", &a)
  // lanewise-prints nothing when it is no call
}
@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) i: u32) {
  f(i);
}
