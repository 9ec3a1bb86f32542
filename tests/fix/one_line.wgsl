// All in one line, without a line break at its end.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>; @group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;var<workgroup> tile: array<array<f32, 32>, 32>;@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {tile[l.y][l.x]=src[l.y*32u+l.x];workgroupBarrier();dst[l.y*32u+l.x]=tile[l.x][l.y];}