// A stencil that writes where its neighbours read, within a workgroup and across its border.
//! dispatch 4
//! bind 0:0 iota f32 130
//! bind 0:1 zeros f32 130
//! expect finding data-race 12 12
@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x + 1u;
  a[i] = 0.5 * (a[i - 1u] + a[i + 1u]);
}
