// The same with an atomic or.
//! dispatch 1
//! expect no findings
@group(0) @binding(0) var<storage, read_write> word: array<atomic<u32>, 16>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  atomicOr(&word[id.x / 4u], id.x << (id.x % 4u * 8u));
}
