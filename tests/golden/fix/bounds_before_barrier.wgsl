// A barrier follows, so that nobody may leave: the load is guarded and the others keep zero.
//! dispatch 2
//! bind 0:0 iota f32 100
//! bind 0:1 zeros f32 2
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;
var<workgroup> tile: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) w: vec3u) {
  let value = src[id.x];
  tile[lane] = value;
  workgroupBarrier();
  if (lane == 0u) {
    var sum = 0.0;
    for (var i = 0u; i < 64u; i++) {
      sum += tile[i];
    }
    sums[w.x] = sum;
  }
}
