// A gather takes a channel of four texels: below left, below right, above right, above left.
//! dispatch 1
//! bind 0:0 texture rgba8uint 3x3 iota
//! bind 0:1 sampler
//! expect 0:2 values 13 17 5 1   26 30 18 14   3 3 3 3   24 24 12 12
@group(0) @binding(0) var image: texture_2d<u32>;
@group(0) @binding(1) var points: sampler;
@group(0) @binding(2) var<storage, read_write> out: array<vec4u, 4>;
@compute @workgroup_size(1) fn main() {
  out[0] = textureGather(1, image, points, vec2f(1) / 3);
  out[1] = textureGather(2, image, points, vec2f(1) / 3, vec2i(0, 1));
  out[2] = textureGather(3, image, points, vec2f(-1));
  out[3] = textureGather(0, image, points, vec2f(0, 0.5));
}
