// The same with a guard.
//! dispatch 1
//! bind 0:0 iota f32 64
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  let left = i32(lane) - 1;
  dst[lane] = src[lane];
  if (left >= 0) {
    dst[lane] -= src[left];
  }
}
