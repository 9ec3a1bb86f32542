// A tree reduction whose loop has its barrier before the addition only, read again behind the loop.
//! dispatch 2
//! bind 0:0 fill 1 f32 128
//! expect finding data-race 17 17
//! expect finding data-race 17 21
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
var<workgroup> part: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u,
        @builtin(workgroup_id) w: vec3u) {
  part[lane] = src[id.x];
  workgroupBarrier();
  for (var half = 32u; half > 0u; half /= 2u) {
    if (lane < half) {
      part[lane] += part[lane + half];
    }
  }
  if (lane == 1u) {
    dst[w.x] = part[0];
  }
}
