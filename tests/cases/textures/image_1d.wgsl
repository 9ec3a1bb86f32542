// A 1D storage texture: what is stored is what is read, and its width.
//! dispatch 1
//! bind 0:0 texture r32uint 8 iota
//! expect 0:0 values 8 7 6 5 4 3 2 1
@group(0) @binding(0) var img: texture_storage_1d<r32uint, read_write>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
  let v = textureLoad(img, i);
  textureStore(img, i, vec4u(textureDimensions(img) - v.x));
}
