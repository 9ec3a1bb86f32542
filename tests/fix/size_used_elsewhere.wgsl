// The constant of the size is used in loops and asserts, too.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
const N = 32;
const_assert N * N == 1024;
var<workgroup> tile: array<array<f32, N>, N>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y][l.x] = src[l.y * N + l.x];
  workgroupBarrier();
  var sum = 0.0;
  for (var k = 0; k < N; k++) { sum += tile[l.x][k]; }
  dst[l.y * N + l.x] = sum;
}
