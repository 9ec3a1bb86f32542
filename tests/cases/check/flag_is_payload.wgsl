// The value itself in the atomic, with a bit that says that it is there.
//! dispatch 2
//! expect no findings
@group(0) @binding(0) var<storage, read_write> slot: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) w: vec3u) {
  if (w.x == 0u) {
    atomicStore(&slot, 0x80000000u | 42u);
    return;
  }
  let v = atomicLoad(&slot);
  if ((v & 0x80000000u) != 0u) {
    dst[0] = v & 0x7fffffffu;
  }
}
