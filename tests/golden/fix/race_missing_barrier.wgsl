// Each invocation writes its own element and reads its neighbour's.
//! dispatch 2
//! bind 0:0 iota f32 256
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
var<workgroup> tile: array<f32, 128>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let i = group.x * 128u + lane;
  tile[lane] = src[i]; dst[i] = tile[(lane + 1u) % 128u];
}
