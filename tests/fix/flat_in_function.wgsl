// Flattened, indexed by a function's parameter, called from two places.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<f32, 1024>;
fn put(i: u32, v: f32) { tile[i] = v; }
fn fetch(i: u32) -> f32 { return tile[i]; }
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  put(l.y * 32u + l.x, src[l.y * 32u + l.x]);
  workgroupBarrier();
  dst[l.y * 32u + l.x] = fetch(l.x * 32u + l.y) + 0.0 * fetch(l.y * 32u + l.x);
}
