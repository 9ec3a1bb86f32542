//! dispatch 1
//! bind 0:0 iota u32 4
//! expect 0:0 values 1 2 3 5
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  data[i] += 1u;
}
