// 1000 elements, 1024 invocations: the tail of the last workgroup is no waste. In the reduction only one
// invocation of 64 stores its result, but all have stored to the tile.
//! pass double 16 ; pass reduce 16
//! enable unused-invocations
//! bind 0:0 iota u32 1000
//! bind 0:1 zeros u32 16
//! expect 0:1 [0..1] values 4032
//! expect no findings
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn double(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&data)) {
    data[id.x] *= 2u;
  }
}

@compute @workgroup_size(64)
fn reduce(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32,
          @builtin(workgroup_id) group: vec3u) {
  tile[lane] = 0u;
  if (id.x < arrayLength(&data)) {
    tile[lane] = data[id.x];
  }
  for (var half = 32u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) {
      tile[lane] += tile[lane + half];
    }
  }
  if (lane == 0u) {
    sums[group.x] = tile[0];
  }
}
