// A payload that is atomic itself races with nothing (but may still be old).
//! dispatch 2
//! schedule ascending
//! expect no findings
@group(0) @binding(0) var<storage, read_write> flag: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> payload: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group: vec3u) {
  if (group.x == 0u) {
    atomicStore(&payload, 5u);
    atomicStore(&flag, 1u);
  } else if (atomicLoad(&flag) == 1u) {
    dst[group.x] = atomicLoad(&payload);
  }
}
