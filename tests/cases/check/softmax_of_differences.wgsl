// The largest score is taken off first: every power is at most 1.
//! dispatch 1
//! enable non-finite
//! bind 0:0 values f32 1 2 100 200
//! bind 0:1 zeros f32 4
//! expect no findings
@group(0) @binding(0) var<storage, read> score: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@compute @workgroup_size(1)
fn main() {
  var most = score[0];
  for (var i = 1u; i < 4u; i++) {
    most = max(most, score[i]);
  }
  var sum = 0.0;
  for (var i = 0u; i < 4u; i++) {
    sum += exp(score[i] - most);
  }
  for (var i = 0u; i < 4u; i++) {
    dst[i] = exp(score[i] - most) / sum;
  }
}
