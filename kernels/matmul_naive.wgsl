// Matrix product C = A B, one element an invocation, everything from storage memory: each step reads
// 8 bytes for 2 operations, an arithmetic intensity of 1/4.
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

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y;
  let column = id.x;
  if (row >= M || column >= N) {
    return;
  }
  var sum = 0.0;
  for (var k = 0u; k < K; k++) {
    sum += a[row * K + k] * b[k * N + column];
  }
  c[row * N + column] = sum;
}
