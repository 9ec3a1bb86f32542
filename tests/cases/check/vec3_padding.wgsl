// A member in the padding behind a vec3: whole vec3 and the word behind it by different lanes.
//! dispatch 1
//! expect no findings
struct Particle { position: vec3f, mass: f32 }
@group(0) @binding(0) var<storage, read_write> p: array<Particle, 32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane < 32u) {
    p[lane].position = vec3f(1.0);
  } else {
    p[lane - 32u].mass = 2.0;
  }
}
