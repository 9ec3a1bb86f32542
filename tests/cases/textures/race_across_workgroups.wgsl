// Two workgroups store different values to the same texel.
//! dispatch 2 1 2
//! bind 0:0 texture rgba8unorm 4x4x2
//! expect finding data-race 7
@group(0) @binding(0) var img: texture_storage_2d_array<rgba8unorm, write>;
@compute @workgroup_size(4, 4) fn main(@builtin(local_invocation_id) id: vec3u, @builtin(workgroup_id) w: vec3u) {
  textureStore(img, id.xy, w.z, vec4f(f32(w.x), 0, 0, 1));
}
