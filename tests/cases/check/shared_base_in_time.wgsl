// The same with a second barrier, at the end of the body.
//! dispatch 1
//! expect no findings
@group(0) @binding(0) var<storage, read_write> n: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 1024>;
var<workgroup> base: u32;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < 4u; i++) {
    if (lane == 0u) {
      base = atomicAdd(&n, 64u);
    }
    workgroupBarrier();
    dst[base + lane] = i;
    workgroupBarrier();
  }
}
