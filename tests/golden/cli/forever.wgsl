//! dispatch 1
//! bind 0:0 fill 1 u32 8
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  data[i + 5u] = 2u;
  while (data[i] != 0u) {
    data[i] = 1u;
  }
}
