// Matrix product C = A B with values passed between the lanes of a subgroup: 64 x 64 elements of C a
// workgroup, K in steps of 16, 4 x 4 elements an invocation. Four lanes next to each other need the
// same four values of A: each reads one of them from workgroup memory and the others take it over by
// a shuffle, so that A's tile is read a quarter as often. Works at any subgroup size from 4 on, since
// only groups of four lanes are assumed. M, N and K are multiples of 64, 64 and 16.
//! dispatch 4 4
//! bind 0:0 random f32 65536 seed=1 min=-1 max=1
//! bind 0:1 random f32 65536 seed=2 min=-1 max=1
//! bind 0:2 zeros f32 65536
//! expect 0:2 reference matmul 0:0 0:1 256 256 256 tol=1e-3
enable subgroups;

@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4f>;

override N = 256u; // columns of B and C
override K = 256u; // columns of A, rows of B
const BLOCK = 64u;
const STEP = 16u;
const PITCH = BLOCK + 4u;

var<workgroup> tile_a: array<f32, STEP * PITCH>;        // [k][row]
var<workgroup> tile_b: array<vec4f, STEP * BLOCK / 4u>; // [k][column / 4]

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) w: vec3u,
        @builtin(subgroup_invocation_id) lane: u32) {
  let tx = t % 16u; // columns 4 tx .. 4 tx + 3
  let ty = t / 16u; // rows 4 ty .. 4 ty + 3
  let first = lane & ~3u; // of the four lanes that share rows of A
  var acc: array<vec4f, 4>;
  for (var k0 = 0u; k0 < K; k0 += STEP) {
    let from_a = a[((w.y * BLOCK + t / 4u) * K + k0) / 4u + t % 4u];
    for (var i = 0u; i < 4u; i++) {
      tile_a[(t % 4u * 4u + i) * PITCH + t / 4u] = from_a[i];
    }
    tile_b[t] = b[((k0 + t / 16u) * N + w.x * BLOCK) / 4u + t % 16u];
    workgroupBarrier();
    for (var k = 0u; k < STEP; k++) {
      let own = tile_a[k * PITCH + ty * 4u + (lane & 3u)];
      let row = tile_b[k * 16u + tx];
      for (var i = 0u; i < 4u; i++) {
        acc[i] = fma(vec4f(subgroupShuffle(own, first + i)), row, acc[i]);
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    c[((w.y * BLOCK + ty * 4u + i) * N + w.x * BLOCK) / 4u + tx] = acc[i];
  }
}
