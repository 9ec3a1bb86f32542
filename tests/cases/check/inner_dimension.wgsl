// Every index is checked against its own type: [1][2] of 4 rows of 2 is inside the variable.
//! dispatch 1
//! expect finding out-of-bounds 10
//! expect finding out-of-bounds 11
@group(0) @binding(0) var<storage, read_write> dst: array<array<u32, 2>, 4>;
var<workgroup> tile: array<array<u32, 2>, 4>;

@compute @workgroup_size(3)
fn main(@builtin(local_invocation_index) lane: u32) {
  dst[lane][lane] = lane;
  tile[lane][lane] = 1u;
}
