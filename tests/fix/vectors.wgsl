// Rows of vec4: pads keep their alignment.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4f, 256>;
var<workgroup> tile: array<array<vec4f, 16>, 16>;
@compute @workgroup_size(16, 16) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y][l.x] = src[l.y * 16u + l.x];
  workgroupBarrier();
  dst[l.y * 16u + l.x] = tile[l.x][l.y].wzyx;
}
