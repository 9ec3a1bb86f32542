// NaN, infinities and numbers that no texture has: what is sampled is always a texel.
//! dispatch 1
//! bind 0:0 texture rgba32float 5x3 fill 2.5
//! bind 0:1 sampler linear u=repeat v=mirror-repeat
//! bind 0:2 values u32 0x7fc00000 0x7f800000 0xff800000 0x7f7fffff 0xff7fffff 0x1 0x80000000 0x501502f9
//! expect 0:3 fill 2.5
//! expect no findings
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
@group(0) @binding(2) var<storage> odd: array<u32>;
@group(0) @binding(3) var<storage, read_write> out: array<vec4f, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  let x = bitcast<f32>(odd[i % 8]);
  let y = bitcast<f32>(odd[i / 8]);
  out[i] = textureSampleLevel(image, s, vec2f(x, y), y);
  out[i] = min(out[i], textureSampleGrad(image, s, vec2f(y, x), vec2f(x, y), vec2f(y)));
}
