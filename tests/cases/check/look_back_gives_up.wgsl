// By workgroup_id, but who waits in vain adds up what comes before by itself: ends under every schedule.
//! dispatch 8
//! schedule descending
//! bind 0:0 fill 1 u32 512
//! expect 0:1 values 64 128 192 256 320 384 448 512
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>, 8>;

fn sum_to(end: u32) -> u32 {
  var sum = 0u;
  for (var i = 0u; i < end; i++) { sum += src[i]; }
  return sum;
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  if (lane != 0u) { return; }
  var before = 0u;
  for (var tries = 0u; group.x > 0u && before == 0u && tries < 10000u; tries++) {
    before = atomicLoad(&sums[group.x - 1u]);
  }
  if (group.x > 0u && before == 0u) {
    before = sum_to(group.x * 64u);
  }
  atomicStore(&sums[group.x], before + sum_to((group.x + 1u) * 64u) - sum_to(group.x * 64u));
}
