// The same with the whole word apart: nothing to report, and 32 gives all ones.
//! dispatch 1
//! enable shift-range
//! expect 0:0 [31..33] values 0x7fffffff 0xffffffff
//! expect no findings
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(33)
fn main(@builtin(local_invocation_index) count: u32) {
  if (count < 32u) {
    dst[count] = (1u << count) - 1u;
  } else {
    dst[count] = 0xffffffffu;
  }
}
