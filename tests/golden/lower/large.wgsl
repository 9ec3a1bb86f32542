// Large arrays are moved by loops.
@group(0) @binding(0) var<storage, read_write> a: array<array<u32, 200>, 3>;
@group(0) @binding(1) var<storage, read_write> b: array<array<u32, 200>, 3>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  var zeros: array<vec2u, 65>;
  a = b;
  a[i] = b[i];
  a[0][1] = zeros[i].y;
}
