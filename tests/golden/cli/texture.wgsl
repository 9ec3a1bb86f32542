//! dispatch 1
//! bind 0:0 texture rgba8unorm 6x2
@group(0) @binding(0) var image: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(1) var layers: texture_storage_2d_array<r32uint, read_write>;
@compute @workgroup_size(6, 2, 3) fn main(@builtin(local_invocation_id) i: vec3u) {
  textureStore(image, i.xy, vec4f(f32(i.x) / 5, f32(i.y), 0, 1));
  textureStore(layers, i.xy, i.z, vec4u(100 * i.z + 10 * i.y + i.x, 0, 0, 1));
}
