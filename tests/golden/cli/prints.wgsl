//! dispatch 2
//! bind 0:0 zeros f32 8
enable f16;
@group(0) @binding(0) var<storage, read_write> dst: array<f32>;
var<workgroup> tile: array<f32, 4>;

fn next(x: u32) -> u32 { // lanewise-print("next of %u", x)
  return x + 1u;
}

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
  tile[i] = f32(i) * 0.1;
  workgroupBarrier(); // lanewise-print("a line for each\n")
  let v = vec3(tile[3 - i], 10, f32(next(i)));
  if (i > 1) { // lanewise-print("i=%03u v={} last=%v hex=%#x 100%%", i, v, i == 3, i * 17) // as in C
    dst[w.x * 4 + i] = v.x;
  }
  for (var k = 0; k < 2; k++) {
    // lanewise-print("\"%5.2f\" %+d {}", tile[i], k - 1, mat2x2<f16>(1, 2, 3, f16(k)))
  }
}
