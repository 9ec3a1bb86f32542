// All lanes store to one word.
// fix: refused data-race: one statement meets itself
//! dispatch 1
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 64>;
var<workgroup> last: u32;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
  last = i;
  workgroupBarrier();
  dst[i] = last;
}
