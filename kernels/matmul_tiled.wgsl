// Matrix product C = A B through 16 x 16 tiles in workgroup memory, for any M, N and K: elements
// outside the matrices are taken as 0. Neighbouring invocations hold neighbouring columns, so that
// they read and write neighbouring addresses.
//! dispatch 32 32
//! bind 0:0 random f32 262144 seed=1 min=-1 max=1
//! bind 0:1 random f32 262144 seed=2 min=-1 max=1
//! bind 0:2 zeros f32 262144
//! expect 0:2 reference matmul 0:0 0:1 512 512 512 tol=1e-3
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

override M = 512u; // rows of A and C
override N = 512u; // columns of B and C
override K = 512u; // columns of A, rows of B
const T = 16u;     // side of a tile

var<workgroup> tile_a: array<array<f32, T>, T>;
var<workgroup> tile_b: array<array<f32, T>, T>;

@compute @workgroup_size(T, T)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
  let row = w.y * T + l.y;
  let column = w.x * T + l.x;
  var sum = 0.0;
  for (var k0 = 0u; k0 < K; k0 += T) {
    var from_a = 0.0;
    if (row < M && k0 + l.x < K) {
      from_a = a[row * K + k0 + l.x];
    }
    var from_b = 0.0;
    if (k0 + l.y < K && column < N) {
      from_b = b[(k0 + l.y) * N + column];
    }
    tile_a[l.y][l.x] = from_a;
    tile_b[l.y][l.x] = from_b;
    workgroupBarrier();
    for (var k = 0u; k < T; k++) {
      sum += tile_a[l.y][k] * tile_b[k][l.x];
    }
    workgroupBarrier();
  }
  if (row < M && column < N) {
    c[row * N + column] = sum;
  }
}
