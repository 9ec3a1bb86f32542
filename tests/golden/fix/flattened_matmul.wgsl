// Matrix product through flattened tiles; the one of A is read down its columns: neighbouring
// invocations hold neighbouring rows.
//! dispatch 2 2
//! bind 0:0 random f32 4096 seed=1 min=-1 max=1
//! bind 0:1 random f32 4096 seed=2 min=-1 max=1
//! bind 0:2 zeros f32 4096
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

const N = 64u;
const T = 32u; // side of a tile

var<workgroup> tile_a: array<f32, T * T>;
var<workgroup> tile_b: array<f32, T * T>;

@compute @workgroup_size(T, 8)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
  let row = w.y * T + l.x;
  var sum: array<f32, 4>;
  for (var k0 = 0u; k0 < N; k0 += T) {
    for (var i = 0u; i < 4u; i++) {
      let y = l.y * 4u + i;
      tile_a[y * T + l.x] = a[(w.y * T + y) * N + k0 + l.x];
      tile_b[T * y + l.x] = b[(k0 + y) * N + w.x * T + l.x];
    }
    workgroupBarrier();
    for (var k = 0u; k < T; k++) {
      for (var i = 0u; i < 4u; i++) {
        sum[i] += tile_a[l.x * T + k] * tile_b[k * T + l.y * 4u + i];
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    c[row * N + w.x * T + l.y * 4u + i] = sum[i];
  }
}
