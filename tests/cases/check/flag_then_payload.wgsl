// A producer and a consumer in two workgroups: atomics are relaxed, the flag publishes nothing.
//! dispatch 2
//! expect finding data-race 12 18
@group(0) @binding(0) var<storage, read_write> payload: array<u32>;
@group(0) @binding(1) var<storage, read_write> flag: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) w: vec3u) {
  if (w.x == 0u) {
    // not visible because of the flag
    payload[0] = 42u;
    storageBarrier();
    atomicStore(&flag, 1u);
    return;
  }
  if (atomicLoad(&flag) == 1u) {
    dst[0] = payload[0];
  }
}
