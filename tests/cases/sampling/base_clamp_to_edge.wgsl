// The coordinates are kept half a texel inside, whatever the sampler's address mode.
//! dispatch 1
//! bind 0:0 texture r8unorm 2x2 values 0 1 0 1
//! bind 0:1 sampler linear repeat
//! expect 0:2 values 0 0.5 1 1
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var wrapping: sampler;
@group(0) @binding(2) var<storage, read_write> out: array<f32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  let x = array(-0.1, 0.5, 0.9, 4)[i];
  out[i] = textureSampleBaseClampToEdge(image, wrapping, vec2f(x, 0.1)).r;
}
