// Divisors that are known and good.
//! dispatch 1
//! bind 0:0 zeros i32 64
//! expect no findings
@group(0) @binding(0) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  let i = i32(lane) - 32;
  dst[lane] = i / 16 + i % 16 + i / -1;
}
