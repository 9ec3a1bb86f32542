//! expect error 7:4 bad-print
//! expect error 11:8 bad-print
//! expect error 17:8 bad-print
//! expect error 18:31 bad-print
// Comments that print stand where a statement can stand.
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
// lanewise-print("at module scope")
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  if (i > 3) {
    a[i] = 1;
  } // lanewise-print("between %u", i)
  // lanewise-print("and another")
  else {
    a[i] = 2;
  }
  switch (i) {
    // lanewise-print("before a case")
    default: { a[i] = 3; } // lanewise-print("behind it")
  }
}
