// Signed and unsigned shifts to the right, and of each component of a vector: by 40 in lane 5 only.
//! dispatch 1
//! expect finding shift-range 10
//! expect finding shift-range 11
@group(0) @binding(0) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) lane: u32) {
  let amount = lane * 8u;
  let a = -1000 >> amount;
  let b = vec2u(lane, 99u) >> vec2u(amount, 1u);
  dst[lane] = a + i32(b.x + b.y);
}
