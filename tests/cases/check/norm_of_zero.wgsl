// A vector of length 0 is divided by its length: NaN is born there, and not where it is used.
//! dispatch 1
//! bind 0:0 values f32 3 4 0 0
//! expect finding non-finite 12
@group(0) @binding(0) var<storage, read> v: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) lane: u32) {
  let x = v[lane];
  let size = sqrt(x.x * x.x + x.y * x.y);
  let unit = x / size;
  dst[lane] = unit.x * 2.0 + unit.y;
}
