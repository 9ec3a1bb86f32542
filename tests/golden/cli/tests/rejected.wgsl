//! expect error 4 unresolved-identifier
@compute @workgroup_size(1)
fn main() {
  missing();
}
