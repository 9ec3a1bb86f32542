// 16 320 bytes in rows that are no power of two: a pad is over the limit, and the swizzle wants another
// length.
//! dispatch 1
//! bind 0:0 random f32 4080
//! bind 0:1 zeros f32 4080
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

var<workgroup> tile: array<array<f32, 24>, 170>;

@compute @workgroup_size(170)
fn main(@builtin(local_invocation_index) lane: u32) {
  for (var x = 0u; x < 24u; x++) {
    tile[lane][x] = src[lane * 24u + x];
  }
  workgroupBarrier();
  for (var x = 0u; x < 24u; x++) {
    dst[x * 170u + lane] = tile[lane][x];
  }
}
