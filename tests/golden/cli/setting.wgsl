// The row length is an override: compared with and without a pad.
//! dispatch 2
//! bind 0:0 iota f32 1024
//! bind 0:1 zeros f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
override PAD = 0u;
var<workgroup> tile: array<f32, 2048>;

@compute @workgroup_size(32, 16)
fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y * (32 + PAD) + l.x] = src[l.y * 32u + l.x];
  workgroupBarrier();
  dst[l.y * 32u + l.x] = tile[l.x * (32 + PAD) + l.y];
}
