// The whole struct by one lane, a member by another.
//! dispatch 1
//! expect finding data-race 11 14
struct Particle { position: vec3f, mass: f32 }
@group(0) @binding(0) var<storage, read_write> p: array<Particle, 32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane < 32u) {
    // mass as well
    p[lane] = Particle(vec3f(1.0), 1.0);
  } else {
    // the other lane's
    p[lane - 32u].mass = 2.0;
  }
}
