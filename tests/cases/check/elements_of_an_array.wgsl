// Elements of an array are apart.
//! dispatch 1
//! expect no findings
@group(0) @binding(0) var<storage, read_write> dst: array<f32>;
var<workgroup> v: array<f32, 4>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  v[lane] = f32(lane);
  workgroupBarrier();
  dst[lane] = v[3u - lane];
}
