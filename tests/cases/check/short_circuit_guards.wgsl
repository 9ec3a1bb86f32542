// && does not evaluate its right side when the left is false.
//! dispatch 1
//! bind 0:0 iota u32 8
//! bind 0:1 zeros u32 16
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane < 8u && src[lane] > 3u) {
    dst[lane] = 1u;
  }
}
