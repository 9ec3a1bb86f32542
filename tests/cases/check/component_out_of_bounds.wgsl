// A component that a vector does not have.
//! dispatch 1
//! expect finding out-of-bounds 8
@group(0) @binding(0) var<storage, read_write> dst: array<vec4f>;

@compute @workgroup_size(5)
fn main(@builtin(local_invocation_index) lane: u32) {
  dst[lane][lane] = 1.0;
}
