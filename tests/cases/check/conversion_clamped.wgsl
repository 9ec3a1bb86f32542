// Clamped before the conversion; -0.5 is within u32's range, since it is cut to 0.
//! dispatch 1
//! enable conversion-range
//! bind 0:0 values f32 0.5 3.9 -0.5 -2.0
//! expect 0:1 values 0 3 0 0
//! expect no findings
@group(0) @binding(0) var<storage, read> position: array<f32>;
@group(0) @binding(1) var<storage, read_write> cell: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  cell[lane] = u32(max(position[lane], 0.0));
}
