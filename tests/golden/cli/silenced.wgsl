//! dispatch 1
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> flag: u32;
var<workgroup> other: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  // lanewise-ignore: data-race every lane stores the same value
  flag = 1u;
  other = 2u; // lanewise-ignore: data-raze
  workgroupBarrier();
  dst[lane] = flag + other;
}
