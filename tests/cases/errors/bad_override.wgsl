//! expect error 2:10 bad-override
override n: u32; // has no value
@compute @workgroup_size(n) fn main() {}
