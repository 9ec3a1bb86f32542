// Keeps the elements above 0.5, in any order: one atomic for each kept element.
//! dispatch 4096
//! bind 0:0 random f32 1048576 seed=11
//! bind 0:1 zeros f32 1048576
//! bind 0:2 zeros u32 1
//! expect 0:1 reference compact 0:0
//! expect 0:2 reference count-kept 0:0
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read_write> kept: atomic<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&src)) {
    return;
  }
  let value = src[id.x];
  if (value > 0.5) {
    dst[atomicAdd(&kept, 1u)] = value;
  }
}
