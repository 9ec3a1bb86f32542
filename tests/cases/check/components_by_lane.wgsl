// Each lane its component of one vector, by index: no two of them use the same bytes, but a store of
// a component may write the whole vector.
//! dispatch 1
//! expect finding data-race 11
@group(0) @binding(0) var<storage, read_write> dst: array<vec4f>;
var<workgroup> v: vec4f;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  // WGSL: a store to a component may be a load and a store of the vector
  v[lane] = f32(lane);
  workgroupBarrier();
  dst[lane] = v;
}
