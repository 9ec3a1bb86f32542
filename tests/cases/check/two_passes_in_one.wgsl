// The same in one dispatch.
//! entry make
//! dispatch 4
//! bind 0:0 zeros u32 128
//! bind 0:1 zeros u32 128
//! expect finding data-race 12 14
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;

@compute @workgroup_size(32)
fn make(@builtin(global_invocation_id) id: vec3u) {
  a[id.x] = id.x;
  storageBarrier();
  b[id.x] = a[127u - id.x];
}
