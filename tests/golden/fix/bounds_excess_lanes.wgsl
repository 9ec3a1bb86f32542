// 42 elements, 64 invocations: the statement is guarded, its comment stays with it.
//! dispatch 1
//! bind 0:0 iota f32 42
@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] = f32(id.x) *
    2.0; // twice
}
