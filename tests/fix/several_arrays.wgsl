// Three arrays: padded, swizzled, as it was.
// fix: pad, pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> a: array<array<f32, 32>, 32>;
var<workgroup> b: array<f32, 1024>;
var<workgroup> c: array<f32, 1024>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  a[l.y][l.x] = src[l.y * 32u + l.x];
  b[l.y * 32u + l.x] = 2.0;
  c[l.y * 32u + l.x] = 3.0;
  workgroupBarrier();
  dst[l.y * 32u + l.x] = a[l.x][l.y] + b[l.x * 32u + l.y] + c[l.y * 32u + 31u - l.x];
}
