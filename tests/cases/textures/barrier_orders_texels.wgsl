// What one invocation stores another loads, behind a textureBarrier.
//! dispatch 1
//! subgroup-size 4 32
//! bind 0:0 texture r32uint 16x1 iota
//! expect 0:0 values 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
//! expect no findings
@group(0) @binding(0) var img: texture_storage_2d<r32uint, read_write>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
  let v = textureLoad(img, vec2u(15 - i, 0));
  textureBarrier();
  textureStore(img, vec2u(i, 0), v);
}
