// The same with a guard.
//! dispatch 1
//! enable all
//! bind 0:0 values f32 3 4 0 0
//! expect 0:1 values 2.0 0 tol=1e-6
//! expect no findings
@group(0) @binding(0) var<storage, read> v: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) lane: u32) {
  let x = v[lane];
  let size = sqrt(x.x * x.x + x.y * x.y);
  let unit = x / max(size, 1e-20);
  dst[lane] = unit.x * 2.0 + unit.y;
}
