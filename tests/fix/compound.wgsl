// Both sides of compound assignments, increments, phonies.
// fix: pad
//! dispatch 1
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 1024>;
var<workgroup> tile: array<array<u32, 32>, 32>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.x][l.y] = l.x;
  tile[l.x][l.y] += tile[l.x][l.y] * 3u;
  tile[l.x][l.y]++;
  _ = tile[l.x][l.y];
  workgroupBarrier();
  dst[l.y * 32u + l.x] = tile[l.y][l.x];
}
