// Invocations past the end of the data return before the barrier.
//! dispatch 2
//! bind 0:0 iota u32 100
//! expect finding barrier-divergence 13 10
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&data)) {
    return; }
  tile[lane] = data[id.x];
  workgroupBarrier();
  data[id.x] = tile[lane ^ 1u];
}
