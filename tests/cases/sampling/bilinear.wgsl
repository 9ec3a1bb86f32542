// Linear filters weigh the texels around a point: at a texel's middle only it, between two both halves.
//! dispatch 1
//! bind 0:0 texture rgba8unorm 2x2 values 0 0 0 1  1 0 0 1  0 1 0 1  1 1 0 1
//! bind 0:1 sampler linear
//! expect 0:2 values 0 0 0 1  0.5 0 0 1  0.25 0.75 0 1  1 0.5 0 1  0.5 0.5 0 1  0 1 0 1
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f, 6>;
const at = array(vec2f(0.25, 0.25), vec2f(0.5, 0.25), vec2f(0.375, 0.625), vec2f(0.75, 0.5),
                 vec2f(0.5, 0.5), vec2f(-3, 7));
@compute @workgroup_size(6) fn main(@builtin(local_invocation_index) i: u32) {
  out[i] = textureSampleLevel(image, linear, at[i], 0);
}
