// The privatised histogram of the peers, by 2112 workgroups.
//! dispatch 2112
//! bind 0:0 random u32 1048576 seed=9 min=0 max=255
//! bind 0:1 zeros u32 256
//! expect 0:1 reference histogram 0:0 256
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

const SIZE = 256u;

var<workgroup> own: array<atomic<u32>, 256>;

@compute @workgroup_size(SIZE)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u,
        @builtin(num_workgroups) groups: vec3u) {
  let step = groups.x * SIZE;
  for (var i = id.x; i < arrayLength(&src); i += step) {
    atomicAdd(&own[src[i] % 256u], 1u);
  }
  workgroupBarrier();
  let count = atomicLoad(&own[lane]);
  if (count > 0u) {
    atomicAdd(&bins[lane], count);
  }
}
