// Each lane its member of one struct.
//! dispatch 1
//! expect no findings
struct Four { a: f32, b: f32, c: f32, d: f32 }
@group(0) @binding(0) var<storage, read_write> dst: Four;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  switch (lane) {
    case 0u: { dst.a = 1.0; }
    case 1u: { dst.b = 2.0; }
    case 2u: { dst.c = 3.0; }
    default: { dst.d = 4.0; }
  }
}
