// All workgroups set one flag to the same value: a race of the milder class.
//! dispatch 3
//! expect finding data-race 8 8
@group(0) @binding(0) var<storage, read_write> found: u32;

@compute @workgroup_size(1)
fn main() {
  found = 1u;
}
