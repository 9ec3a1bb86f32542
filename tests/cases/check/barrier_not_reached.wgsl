// A quarter of the invocations come to the barrier; it is taken to order what is around it all the same.
//! dispatch 2
//! expect finding barrier-divergence 11 10
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> tile: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u) {
  tile[lane] = lane;
  if (lane < 64u) {
    workgroupBarrier();
    dst[id.x] = tile[lane + 1u];
  }
}
