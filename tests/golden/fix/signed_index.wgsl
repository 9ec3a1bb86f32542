// Rows are i32, columns u32; three dimensions, of which the inner two meet.
//! dispatch 1
//! bind 0:0 random f32 512
//! bind 0:1 zeros f32 512
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

var<workgroup> tile: array<array<array<f32, 16>, 16>, 2>;

@compute @workgroup_size(16, 16)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(local_invocation_index) i: u32) {
  let x = i32(l.x);
  for (var k = 0; k < 2; k++) {
    tile[k][l.y][l.x] = src[i + u32(k) * 256u];
  }
  workgroupBarrier();
  for (var k = 0; k < 2; k++) {
    dst[i + u32(k) * 256u] = tile[k][x][l.y];
  }
}
