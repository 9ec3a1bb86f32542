// All four words of a ballot count.
//! dispatch 1
//! subgroup-size 32 64
//! bind 0:0 iota u32 128
//! expect 0:1 values 64
//! expect no findings
enable subgroups;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> n: atomic<u32>;
@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lane: u32) {
  let b = countOneBits(subgroupBallot(src[lane] % 2u == 0u));
  if (subgroupElect()) { atomicAdd(&n, b.x + b.y + b.z + b.w); }
}
