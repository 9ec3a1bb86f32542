//! expect error 1:1 no-entry-point
fn main() {}
