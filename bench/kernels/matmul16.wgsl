// The tiled matrix product of the peers: N a multiple of 16, no guards.
//! dispatch 32 32
//! bind 0:0 random f32 262144 seed=1 min=-1 max=1
//! bind 0:1 random f32 262144 seed=2 min=-1 max=1
//! expect 0:2 reference matmul 0:0 0:1 512 512 512 tol=1e-3
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

const N = 512u;
const T = 16u;

var<workgroup> tile_a: array<f32, T * T>;
var<workgroup> tile_b: array<f32, T * T>;

@compute @workgroup_size(T, T)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
  let row = w.y * T + l.y;
  let column = w.x * T + l.x;
  var sum = 0.0;
  for (var t = 0u; t < N / T; t++) {
    tile_a[l.y * T + l.x] = a[row * N + t * T + l.x];
    tile_b[l.y * T + l.x] = b[(t * T + l.y) * N + column];
    workgroupBarrier();
    for (var k = 0u; k < T; k++) {
      sum += tile_a[l.y * T + k] * tile_b[k * T + l.x];
    }
    workgroupBarrier();
  }
  c[row * N + column] = sum;
}
