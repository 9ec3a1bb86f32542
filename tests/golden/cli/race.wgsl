// Each lane reads its neighbour's element with no barrier between, and the last ones read too far.
//! dispatch 2
//! bind 0:0 iota f32 120
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
var<workgroup> tile: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u) {
  tile[lane] = src[id.x];
  dst[id.x] = tile[(lane + 1u) % 64u];
}
