// A 3D texture; the missing channels of a texel are 0, 0 and 1.
//! dispatch 1
//! bind 0:0 texture r16float 2x2x2 iota
//! expect 0:1 values 0 0 0 1  1 0 0 1  2 0 0 1  3 0 0 1  4 0 0 1  5 0 0 1  6 0 0 1  7 0 0 1
//! expect 0:2 values 2 2 2
@group(0) @binding(0) var img: texture_3d<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4f, 8>;
@group(0) @binding(2) var<storage, read_write> size: array<u32, 3>;
@compute @workgroup_size(2, 2, 2) fn main(@builtin(local_invocation_id) id: vec3u,
                                          @builtin(local_invocation_index) i: u32) {
  out[i] = textureLoad(img, vec3i(id), 0);
  let d = textureDimensions(img);
  if (i < 3) { size[i] = d[i]; }
}
