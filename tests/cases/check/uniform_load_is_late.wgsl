// workgroupUniformLoad orders what is before it and what is after it, but not what comes after among itself.
//! dispatch 1
//! expect finding data-race 14 16
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> count: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    count = 7u;
  }
  let all = workgroupUniformLoad(&count);
  if (lane == 1u) {
    count = all + 1u;
  }
  dst[lane] = count;
}
