// One turn's reads race with the next turn's writes, and with its own: two barriers are missing.
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
var<workgroup> tile: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 16u; k++) {
    tile[lane] = src[k * 64u + lane];
    for (var j = 0u; j < 64u; j++) {
      sum += tile[j] * f32(j + lane);
    }
  }
  dst[lane] = sum;
}
