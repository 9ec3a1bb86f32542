// workgroupUniformLoad is a barrier, too; the call is in a function.
//! dispatch 1
//! expect finding barrier-divergence 8 14
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> flag: u32;

fn read() -> u32 {
  return workgroupUniformLoad(&flag);
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  var x = 0u;
  if (lane != 5u) {
    x = read();
  }
  dst[lane] = x;
}
