// Atomics, barriers, subgroups.
enable subgroups;
struct Counter { pad: u32, value: atomic<u32> }
@group(0) @binding(0) var<storage, read_write> counters: array<Counter>;
@group(0) @binding(1) var<storage, read_write> out: array<vec4u, 64>;
var<workgroup> flag: atomic<i32>;
var<workgroup> sizes: vec2u;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32) {
  let old = atomicAdd(&counters[i].value, 2);
  atomicStore(&flag, i32(old));
  workgroupBarrier();
  let first = workgroupUniformLoad(&sizes);
  let now = workgroupUniformLoad(&flag);
  let r = atomicCompareExchangeWeak(&flag, now, 5);
  if (r.exchanged) { sizes.x = u32(r.old_value) + atomicLoad(&counters[3].value); }
  storageBarrier();
  out[i] = subgroupBallot(first.x == 1);
  out[0] += subgroupShuffle(vec4u(i, size, first), i ^ 1);
  let second = subgroupBroadcast(i, 2);
  if (subgroupElect()) { out[1].x = second; }
}
