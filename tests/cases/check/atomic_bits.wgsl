// Or with or, xor with xor, and with and: each commutes with itself, on words of their own.
//! dispatch 2
//! expect no findings
@group(0) @binding(0) var<storage, read_write> bits: array<atomic<u32>, 4>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  atomicOr(&bits[0], 1u << (lane % 32u));
  atomicAnd(&bits[1], ~lane);
  atomicXor(&bits[2], lane);
  atomicMin(&bits[3], lane);
}
