// An array in a uniform buffer, one element too far.
//! dispatch 1
//! bind 0:0 zeros f32 32
//! expect finding out-of-bounds 10
@group(0) @binding(0) var<uniform> table: array<vec4f, 8>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) lane: u32) {
  // the last lane reads table[8]
  dst[lane] = table[lane + 1u].x;
}
