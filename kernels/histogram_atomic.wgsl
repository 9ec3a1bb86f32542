// Histogram of 256 bins, straight: one atomic an element on the bins in storage memory.
//! dispatch 4096
//! bind 0:0 random u32 1048576 seed=9 min=0 max=255
//! bind 0:1 zeros u32 256
//! expect 0:1 reference histogram 0:0 256
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&src)) {
    atomicAdd(&bins[src[id.x] % 256u], 1u);
  }
}
