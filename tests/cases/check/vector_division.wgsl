// One component of a vector of divisors is 0.
//! dispatch 1
//! bind 0:0 values u32 4 1 2 0
//! expect finding integer-division 9
@group(0) @binding(0) var<storage, read> by: vec4u;
@group(0) @binding(1) var<storage, read_write> dst: vec4u;
@compute @workgroup_size(1)
fn main() {
  dst = vec4u(12u) % by;
}
