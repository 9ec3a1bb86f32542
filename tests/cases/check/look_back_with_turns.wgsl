// Workgroups take numbers as they start, so each waits for one that has started: right under every schedule.
//! dispatch 8
//! schedule descending
//! bind 0:0 fill 1 u32 512
//! expect 0:1 values 64 128 192 256 320 384 448 512
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>, 8>;
@group(0) @binding(2) var<storage, read_write> next: atomic<u32>;
var<workgroup> part: atomic<u32>;
var<workgroup> number: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    number = atomicAdd(&next, 1u);
  }
  let group = workgroupUniformLoad(&number);
  atomicAdd(&part, src[group * 64u + lane]);
  workgroupBarrier();
  if (lane == 0u) {
    var before = 0u;
    if (group > 0u) {
      while (before == 0u) { before = atomicLoad(&sums[group - 1u]); }
    }
    let all = before + atomicLoad(&part);
    atomicStore(&sums[group], all);
  }
}
