// Members are apart, whoever writes them; the whole struct is not apart from its members.
//! dispatch 1
//! bind 0:0 zeros u32 3
//! expect finding data-race 17 20
struct Pair {
  a: u32,
  b: u32,
}
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> pair: Pair;
var<workgroup> both: Pair;

@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) {
    pair.a = 1u;
    both.a = 1u;
  } else {
    pair.b = 2u;
    let copy = both;
    dst[2] = copy.b;
  }
  workgroupBarrier();
  dst[lane] = pair.a + pair.b;
}
