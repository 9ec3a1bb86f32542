// The tile of every introduction: pad 1 leaves 32 passes a workgroup, pad 2 leaves 24, the swizzle 16.
//! dispatch 4 4
//! bind 0:0 random f32 4096 seed=7
//! bind 0:1 zeros f32 4096
//! expect 0:1 reference transpose 0:0 64 64
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

var<workgroup> tile: array<array<f32, 16>, 16>; // comments stay

@compute @workgroup_size(16, 16)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u) {
  tile[l.y][l.x] = src[(w.y * 16u + l.y) * 64u + w.x * 16u + l.x];
  workgroupBarrier();
  dst[(w.x * 16u + l.y) * 64u + w.y * 16u + l.x] = tile[l.x][l.y];
}
