// The array's name means something else in an inner block.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<array<f32, 32>, 32>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y][l.x] = src[l.y * 32u + l.x];
  workgroupBarrier();
  var sum = tile[l.x][l.y];
  {
    var tile: array<array<f32, 2>, 2>;
    tile[1][0] = sum;
    sum = tile[1][0];
  }
  dst[l.y * 32u + l.x] = sum;
}
