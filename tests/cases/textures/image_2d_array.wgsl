// Layers are apart, and counted.
//! dispatch 1
//! bind 0:0 texture rg32sint 2x2x3 iota
//! bind 0:1 texture rg32sint 2x2x3
//! expect 0:1 values 16 17 18 19 20 21 22 23   8 9 10 11 12 13 14 15   0 1 2 3 4 5 6 7
@group(0) @binding(0) var img: texture_storage_2d_array<rg32sint, read>;
@group(0) @binding(1) var out: texture_storage_2d_array<rg32sint, write>;
@compute @workgroup_size(2, 2, 3) fn main(@builtin(global_invocation_id) id: vec3u) {
  let last = textureNumLayers(img) - 1;
  textureStore(out, id.xy, last - id.z, textureLoad(img, id.xy, id.z));
}
