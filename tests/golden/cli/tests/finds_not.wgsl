//! dispatch 1
//! expect finding data-race 7 8
//! expect no findings
@group(0) @binding(0) var<storage, read_write> dst: array<u32, 16>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
  dst[i] = i;
}
