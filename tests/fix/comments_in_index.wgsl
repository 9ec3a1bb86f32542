// Comments, brackets in them, and line breaks inside index expressions.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array< /* f64, 16 */ array<f32, /* columns ] */ 32 /* , */>, // rows
  32>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[ /* row ] */ l.y ][ // column [
    l.x /* tile[0][0] */ ] = src[l.y * 32u + l.x];
  workgroupBarrier();
  dst[l.y * 32u + l.x] = tile /* of */ [
    l.x // ]
  ] /* between */ [ /* /* nested */ */ l.y ];
}
