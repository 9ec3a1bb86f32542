// The same with the accesses guarded, so that all come to the barrier.
//! dispatch 2
//! allow-non-uniform
//! bind 0:0 iota u32 100
//! expect 0:0 [0..4] values 1 0 3 2
//! expect no findings
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u) {
  let inside = id.x < arrayLength(&data);
  if (inside) {
    tile[lane] = data[id.x];
  }
  workgroupBarrier();
  if (inside) {
    data[id.x] = tile[lane ^ 1u];
  }
}
