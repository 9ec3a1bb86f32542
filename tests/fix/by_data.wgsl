// Which words meet is in the data.
// fix: refused bank-conflict: saves a tenth
//! dispatch 1
//! bind 0:0 random u32 1024 seed=3 min=0 max=1023
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<f32, 1024>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  let i = l.y * 32u + l.x;
  tile[i] = f32(i);
  workgroupBarrier();
  dst[i] = tile[src[i] % 1024u];
}
