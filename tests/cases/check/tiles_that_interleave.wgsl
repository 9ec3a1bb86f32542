// Rows of two tiles that lie between each other: no invocation meets another.
//! dispatch 2 2
//! bind 0:0 zeros u32 4096
//! expect no findings
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> tile: array<u32, 512>;
@compute @workgroup_size(16, 16)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
  tile[l.y * 32u + l.x] = l.x;
  tile[l.y * 32u + 16u + l.x] = l.y;
  let at = (w.y * 16u + l.y) * 64u + w.x * 32u + l.x;
  dst[at] = tile[l.y * 32u + l.x];
  dst[at + 16u] = tile[l.y * 32u + 16u + l.x];
}
