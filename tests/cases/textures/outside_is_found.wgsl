// Coordinates, layers and levels that no texel has.
//! dispatch 1
//! bind 0:0 texture r32float 4x4
//! bind 0:1 texture r32float 4x4x2
//! expect finding out-of-bounds 11
//! expect finding out-of-bounds 12
//! expect finding out-of-bounds 13
@group(0) @binding(0) var img: texture_2d<f32>;
@group(0) @binding(1) var out: texture_storage_2d_array<r32float, write>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
  let a = textureLoad(img, vec2u(i, 0), 0);
  let b = textureLoad(img, vec2u(0, 0), i);
  textureStore(out, vec2u(0, i / 2), i, a + b);
}
