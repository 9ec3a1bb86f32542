// storageBarrier orders buffers, and no textures.
//! dispatch 1
//! bind 0:0 texture r32uint 16 iota
//! expect finding data-race 7 9
@group(0) @binding(0) var img: texture_storage_1d<r32uint, read_write>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
  let v = textureLoad(img, 15 - i);
  storageBarrier();
  textureStore(img, i, v);
}
