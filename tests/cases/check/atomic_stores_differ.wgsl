// Two stores of different values: the last one wins, whichever that is.
//! dispatch 2
//! expect finding order-dependent-atomics 8 8
@group(0) @binding(0) var<storage, read_write> last: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  atomicStore(&last, id.x);
}
