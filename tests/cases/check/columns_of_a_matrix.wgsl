// Columns of a matrix are vectors of their own; components of one are not apart.
//! dispatch 1
//! expect finding data-race 11 11
@group(0) @binding(0) var<storage, read_write> dst: array<f32>;
var<workgroup> whole: mat4x4f;
var<workgroup> parts: mat4x4f;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  whole[lane] = vec4f(f32(lane));
  parts[1][lane] = f32(lane);
  workgroupBarrier();
  dst[lane] = whole[3u - lane].x + parts[1].y;
}
