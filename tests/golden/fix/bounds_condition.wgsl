// In a condition, and in a function that returns a value.
//! dispatch 1
//! bind 0:0 iota f32 50
//! bind 0:1 zeros f32 64
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

fn load(i: i32) -> f32 {
  return src[i];
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  var x = load(i32(lane) - 1);
  if (src[lane] > 7.0 || lane == 3u) {
    x += 1.0;
  }
  dst[lane] = x;
}
