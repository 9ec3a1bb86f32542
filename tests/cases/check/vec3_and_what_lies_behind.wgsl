// A vec3 has 12 bytes: the member in the fourth word is not part of it.
//! dispatch 1
//! expect 0:0 values 1 2 3 4
//! expect no findings
struct Packed {
  position: vec3f,
  mass: f32,
}
@group(0) @binding(0) var<storage, read_write> p: Packed;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    p.position = vec3f(1.0, 2.0, 3.0);
  } else {
    p.mass = 4.0;
  }
}
