// A write of one component may write the whole vector.
//! dispatch 1
//! expect finding data-race 9 9
@group(0) @binding(0) var<storage, read_write> dst: array<vec4f>;
var<workgroup> v: vec4f;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  v[lane] = f32(lane);
  workgroupBarrier();
  dst[lane] = v;
}
