//! dispatch 2
//! bind 0:0 iota f32 8
//! expect 0:0 values 0 2 4 6 8 10 12 14
@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  data[id.x] *= 2.0;
}
