// Keeps the elements above 0.5, in any order: one atomic a subgroup. The ballot says who keeps, the
// bits below a lane its rank, and one lane takes places for all.
//! dispatch 4096
//! bind 0:0 random f32 1048576 seed=11
//! bind 0:1 zeros f32 1048576
//! bind 0:2 zeros u32 1
//! expect 0:1 reference compact 0:0
//! expect 0:2 reference count-kept 0:0
enable subgroups;

@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read_write> kept: atomic<u32>;

// The bits of a ballot below a lane.
fn bits_below(ballot: vec4u, lane: u32) -> u32 {
  var count = 0u;
  for (var w = 0u; w < 4u; w++) {
    let first = w * 32u;
    if (lane >= first + 32u) {
      count += countOneBits(ballot[w]);
    } else if (lane > first) {
      count += countOneBits(ballot[w] & ((1u << (lane - first)) - 1u));
    }
  }
  return count;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_invocation_id) lane: u32) {
  var value = 0.0;
  if (id.x < arrayLength(&src)) {
    value = src[id.x];
  }
  let keep = value > 0.5;
  let ballot = subgroupBallot(keep);
  let bits = countOneBits(ballot);
  var base = 0u;
  if (subgroupElect()) {
    base = atomicAdd(&kept, bits.x + bits.y + bits.z + bits.w);
  }
  base = subgroupBroadcastFirst(base);
  if (keep) {
    dst[base + bits_below(ballot, lane)] = value;
  }
}
