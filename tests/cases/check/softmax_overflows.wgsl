// exp of large scores overflows; the infinities then make NaNs, which are not reported again.
//! dispatch 1
//! bind 0:0 values f32 1 2 100 200
//! bind 0:1 zeros f32 4
//! expect finding non-finite 12
@group(0) @binding(0) var<storage, read> score: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@compute @workgroup_size(1)
fn main() {
  var sum = 0.0;
  for (var i = 0u; i < 4u; i++) {
    sum += exp(score[i]);
  }
  for (var i = 0u; i < 4u; i++) {
    dst[i] = score[i] / sum;
  }
}
