// Attention softmax(Q K^T / sqrt(D)) V with the online softmax: Milakov and Gimelshein, "Online
// normalizer calculation for softmax", 2018; tiles as in Dao and others, "FlashAttention", 2022.
// A workgroup owns 32 rows of Q, one an invocation; tiles of 32 rows of K and V pass through
// workgroup memory. Rows are padded by one element, so that invocations that walk down their rows of
// Q together meet different banks. N is a multiple of 32.
//! dispatch 8
//! bind 0:0 random f32 8192 seed=15 min=-1 max=1
//! bind 0:1 random f32 8192 seed=16 min=-1 max=1
//! bind 0:2 random f32 8192 seed=17 min=-1 max=1
//! bind 0:3 zeros f32 8192
//! expect 0:3 reference attention 0:0 0:1 0:2 256 32 tol=1e-4
@group(0) @binding(0) var<storage, read> q: array<f32>;
@group(0) @binding(1) var<storage, read> k: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;

override N = 256u; // rows of Q, K and V
const D = 32u;     // elements of a row
const ROWS = 32u;  // of a tile
const PITCH = D + 1u;

var<workgroup> tile_q: array<array<f32, PITCH>, ROWS>;
var<workgroup> tile_k: array<array<f32, PITCH>, ROWS>;
var<workgroup> tile_v: array<array<f32, PITCH>, ROWS>;

@compute @workgroup_size(ROWS)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) w: vec3u) {
  let scale = 1.0 / sqrt(f32(D));
  for (var r = 0u; r < ROWS; r++) {
    tile_q[r][lane] = q[(w.x * ROWS + r) * D + lane];
  }
  var largest = -1e30;     // score so far
  var total = 0.0;         // of exp(score - largest)
  var row: array<f32, D>;  // of the result, times total
  for (var base = 0u; base < N; base += ROWS) {
    for (var r = 0u; r < ROWS; r++) {
      tile_k[r][lane] = k[(base + r) * D + lane];
      tile_v[r][lane] = v[(base + r) * D + lane];
    }
    workgroupBarrier();
    for (var r = 0u; r < ROWS; r++) {
      var score = 0.0;
      for (var d = 0u; d < D; d++) {
        score += tile_q[lane][d] * tile_k[r][d];
      }
      score *= scale;
      let next = max(largest, score);
      let old = exp(largest - next);
      let weight = exp(score - next);
      largest = next;
      total = total * old + weight;
      for (var d = 0u; d < D; d++) {
        row[d] = row[d] * old + weight * tile_v[r][d];
      }
    }
    workgroupBarrier();
  }
  for (var d = 0u; d < D; d++) { // by columns, through the tile, so that stores are neighbours
    tile_q[lane][d] = row[d] / total;
  }
  workgroupBarrier();
  for (var r = 0u; r < ROWS; r++) {
    result[(w.x * ROWS + r) * D + lane] = tile_q[r][lane];
  }
}
