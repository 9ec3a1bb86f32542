// select evaluates both of its values.
//! dispatch 1
//! bind 0:0 iota f32 50
//! bind 0:1 zeros f32 64
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  dst[id.x] = select(-1.0, src[id.x], id.x < 50u) + 1.0;
}
