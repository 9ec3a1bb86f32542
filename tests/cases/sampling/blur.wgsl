// A box blur of a row as image filters do it: a linear sample between two texels is both of them.
//! dispatch 1
//! bind 0:0 texture rgba8unorm 8x1 values 1 0 0 1  0 0 0 1  0 0 0 1  1 0 0 1  1 0 0 1  0 0 0 1  0 0 0 1  0 1 0 1
//! bind 0:1 sampler linear
//! bind 0:2 texture rgba8unorm 8x1
//! expect 0:2 values 0.75 0 0 1  0.25 0 0 1  0.25 0 0 1  0.75 0 0 1  0.75 0 0 1  0.25 0 0 1  0 0.25 0 1  0 0.75 0 1 tol=0.002
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;
@group(0) @binding(2) var target_: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = vec2f(textureDimensions(source));
  let x = vec2f(id.xy) + 0.5;
  let left = textureSampleLevel(source, linear, (x - vec2f(0.5, 0)) / size, 0);
  let right = textureSampleLevel(source, linear, (x + vec2f(0.5, 0)) / size, 0);
  textureStore(target_, id.xy, (left + right) / 2);
}
