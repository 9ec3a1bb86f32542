// Each lane its column of one matrix.
//! dispatch 1
//! expect no findings
@group(0) @binding(0) var<storage, read_write> m: mat4x4f;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  m[lane] = vec4f(f32(lane));
}
