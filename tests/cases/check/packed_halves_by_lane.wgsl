// Bytes packed into words: lanes write neighbouring bytes by read, change, write.
//! dispatch 1
//! expect finding data-race 9
//! expect finding data-race 9 9
@group(0) @binding(0) var<storage, read_write> word: array<u32, 16>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let shift = id.x % 4u * 8u;
  word[id.x / 4u] = (word[id.x / 4u] & ~(0xffu << shift)) | (id.x << shift);
}
