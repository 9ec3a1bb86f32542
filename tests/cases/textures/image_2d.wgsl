// A 2D texture is read by one function and stored by another; invocations past its edge do nothing.
//! dispatch 2 2
//! bind 0:0 texture rgba8unorm 3x2 values 1 0 0 1  0 1 0 1  0 0 1 1   1 1 0 1  0 1 1 1  1 1 1 1
//! bind 0:1 texture rgba8unorm 3x2
//! expect 0:1 values 0 1 1 1  1 0 1 1  1 1 0 1   0 0 1 1  1 0 0 1  0 0 0 1
@group(0) @binding(0) var img: texture_2d<f32>;
@group(0) @binding(1) var out: texture_storage_2d<rgba8unorm, write>;
fn inverted(t: texture_2d<f32>, at: vec2u) -> vec4f {
  return vec4f(1 - textureLoad(t, at, 0).rgb, 1);
}
fn put(t: texture_storage_2d<rgba8unorm, write>, at: vec2u, v: vec4f) {
  let same = t;
  textureStore(same, at, v);
}
@compute @workgroup_size(2, 2) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (all(id.xy < textureDimensions(img))) {
    put(out, id.xy, inverted(img, id.xy));
  }
}
