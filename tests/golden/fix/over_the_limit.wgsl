// The tile fills all of WebGPU's default 16 384 bytes: no pad fits, and the swizzle needs none.
//! dispatch 1
//! bind 0:0 random f32 4096
//! bind 0:1 zeros f32 4096
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

var<workgroup> tile: array<array<f32, 64>, 64>;

@compute @workgroup_size(64, 4)
fn main(@builtin(local_invocation_id) l: vec3u) {
  for (var y = l.y; y < 64u; y += 4u) {
    tile[y][l.x] = src[y * 64u + l.x];
  }
  workgroupBarrier();
  for (var y = l.y; y < 64u; y += 4u) {
    dst[y * 64u + l.x] = tile[l.x][y];
  }
}
