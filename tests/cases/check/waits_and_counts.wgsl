// Nobody sets the flags; that the loop counts its turns does not end it.
//! dispatch 2
//! expect finding no-forward-progress 12
//! bind 0:0 zeros u32 2
//! bind 0:1 zeros u32 128
@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {
  var tries = 0u;
  var r = 3.0;
  while (atomicLoad(&flag[w.x]) == 0u) { tries++; r = r * 1.5 + f32(i); }
  dst[w.x * 64u + i] = tries + u32(r);
}
