// The counter is set by the first workgroup while the others count.
//! dispatch 4
//! expect finding order-dependent-atomics 7 8
@group(0) @binding(0) var<storage, read_write> n: atomic<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == 0u) { atomicStore(&n, 0u); }
  atomicAdd(&n, 1u);
}
