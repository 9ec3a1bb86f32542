// Each invocation has its own texel, and loads of another texture clash with nothing.
//! dispatch 2 2
//! bind 0:0 texture rgba16float 8x8
//! expect no findings
@group(0) @binding(0) var img: texture_storage_2d<rgba16float, write>;
@group(0) @binding(1) var src: texture_2d<f32>;
@compute @workgroup_size(4, 4) fn main(@builtin(global_invocation_id) id: vec3u) {
  textureStore(img, id.xy, textureLoad(src, vec2u(1, 1), 0));
}
