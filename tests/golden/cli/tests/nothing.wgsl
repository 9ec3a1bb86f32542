// Expects nothing: it is no test of this folder.
@compute @workgroup_size(1)
fn main() {}
