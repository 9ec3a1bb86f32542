// A row is handed to a function by pointer, so that neither its type nor its order may change.
//! dispatch 1
//! bind 0:0 random f32 1024
//! bind 0:1 zeros f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

var<workgroup> tile: array<array<f32, 32>, 32>;

fn element(row: ptr<workgroup, array<f32, 32>>, i: u32) -> f32 {
  return (*row)[i];
}

@compute @workgroup_size(32, 32)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(local_invocation_index) i: u32) {
  tile[l.y][l.x] = src[i];
  workgroupBarrier();
  dst[i] = element(&tile[l.x], l.y);
}
