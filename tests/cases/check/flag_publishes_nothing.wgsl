// An atomic flag does not publish a plain payload: atomics are relaxed.
//! dispatch 2
//! schedule ascending
//! expect finding data-race 12 15
@group(0) @binding(0) var<storage, read_write> flag: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> payload: u32;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group: vec3u) {
  if (group.x == 0u) {
    payload = 5u;
    atomicStore(&flag, 1u);
  } else if (atomicLoad(&flag) == 1u) {
    dst[group.x] = payload;
  }
}
