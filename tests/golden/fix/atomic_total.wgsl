// One counter for all: combined, and two that cannot be.
//! dispatch 4
//! bind 0:0 random u32 256 seed=3 max=9
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> next: atomic<u32>;
@group(0) @binding(3) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  atomicAdd(&total, src[id.x]); // all of it
  dst[id.x] = atomicAdd(&next, 1) * 0u;
  if (src[id.x] > 3u) {
    atomicMax(&total, 7u);
  }
}
