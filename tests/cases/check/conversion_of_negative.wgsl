// Positions left of the grid become cell 0, as those in it do.
//! dispatch 1
//! bind 0:0 values f32 0.5 3.9 -0.5 -2.0
//! expect 0:1 values 0 3 0 0
//! expect finding conversion-range 10
@group(0) @binding(0) var<storage, read> position: array<f32>;
@group(0) @binding(1) var<storage, read_write> cell: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  cell[lane] = u32(position[lane]);
}
