// One texel for all invocations, and levels that differ from one to the next.
//! dispatch 1
//! bind 0:0 texture rgba32uint 4x4 iota
//! expect 0:1 values 20 24 20 28 20 32 20 36
//! expect 0:2 values 4 0 0 0
@group(0) @binding(0) var img: texture_2d<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32, 8>;
@group(0) @binding(2) var<storage, read_write> width: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  out[2 * i] = textureLoad(img, vec2u(1, 1), 0).r;
  out[2 * i + 1] = textureLoad(img, vec2u(2 + i % 2, 1 + i / 2), 0).r - 8 * (i / 2);
  width[i] = textureDimensions(img, i).x;
}
