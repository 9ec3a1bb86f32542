// Matrix product C = A B, register-blocked: a workgroup makes 128 x 128 elements of C, an invocation
// 8 x 8 of them, in steps of 8 along K. M, N and K are multiples of 128, 128 and 8.
// The tile of A is kept transposed with 4 elements of padding, so that its stores spread over banks.
//! dispatch 4 4
//! bind 0:0 random f32 262144 seed=1 min=-1 max=1
//! bind 0:1 random f32 262144 seed=2 min=-1 max=1
//! bind 0:2 zeros f32 262144
//! expect 0:2 reference matmul 0:0 0:1 512 512 512 tol=1e-3
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;

override N = 512u; // columns of B and C
override K = 512u; // columns of A, rows of B
const BLOCK = 128u;
const STEP = 8u;
const PITCH = BLOCK + 4u;

var<workgroup> tile_a: array<f32, STEP * PITCH>;        // [k][row]
var<workgroup> tile_b: array<vec4f, STEP * BLOCK / 4u>; // [k][column / 4]

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) w: vec3u) {
  let tx = t % 16u; // columns 4 tx .. 4 tx + 3, and the same 64 further on
  let ty = t / 16u; // rows 8 ty .. 8 ty + 7
  let load_row = t / 2u;
  let load_part = t % 2u;
  var acc: array<array<vec4f, 2>, 8>;
  for (var k0 = 0u; k0 < K; k0 += STEP) {
    let from_a = a[((w.y * BLOCK + load_row) * K + k0) / 4u + load_part];
    for (var i = 0u; i < 4u; i++) {
      tile_a[(load_part * 4u + i) * PITCH + load_row] = from_a[i];
    }
    tile_b[t] = b[((k0 + t / 32u) * N + w.x * BLOCK) / 4u + t % 32u];
    workgroupBarrier();
    for (var k = 0u; k < STEP; k++) {
      let b0 = tile_b[k * 32u + tx];
      let b1 = tile_b[k * 32u + 16u + tx];
      for (var i = 0u; i < 8u; i++) {
        let x = vec4f(tile_a[k * PITCH + ty * 8u + i]);
        acc[i][0] = fma(x, b0, acc[i][0]);
        acc[i][1] = fma(x, b1, acc[i][1]);
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 8u; i++) {
    let row = w.y * BLOCK + ty * 8u + i;
    c[(row * N + w.x * BLOCK) / 4u + tx] = acc[i][0];
    c[(row * N + w.x * BLOCK) / 4u + 16u + tx] = acc[i][1];
  }
}
