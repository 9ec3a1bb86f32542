//! expect error 4:13 bad-entry-point
//! expect error 5:39 bad-entry-point
//! expect error 6:34 bad-entry-point
@compute fn a() {}
@compute @workgroup_size(1) fn b() -> u32 { return 1u; }
@compute @workgroup_size(1) fn c(x: u32) {}
