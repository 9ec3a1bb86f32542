//! dispatch 1
//! subgroup-size 8 32
//! expect finding data-race 10
//! expect finding out-of-bounds 11
@group(0) @binding(0) var<storage, read_write> dst: array<u32, 16>;
var<workgroup> flag: u32;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  flag = i;
  dst[i] = i;
}
