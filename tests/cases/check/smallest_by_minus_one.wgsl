// The smallest i32 has no negative.
//! dispatch 1
//! bind 0:0 values i32 -2147483648 7 -1 -7
//! expect 0:1 values -2147483648 -7 1 7
//! bind 0:1 zeros i32 4
//! bind 0:2 fill -1 i32 1
//! expect finding integer-division 14
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;
@group(0) @binding(2) var<storage, read> by: i32;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  dst[lane] = src[lane] / by;
}
