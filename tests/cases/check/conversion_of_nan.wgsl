// NaN and what is too large for an i32 have no number there.
//! dispatch 1
//! bind 0:0 values f32 nan 3e9 -3e9 2147483520
//! expect 0:1 values 0 2147483520 -2147483648 2147483520
//! expect finding conversion-range 10
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  dst[lane] = i32(x[lane]);
}
