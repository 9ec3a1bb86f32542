// A helper that is given different variables: the finding is where the access is.
//! dispatch 1
//! expect finding data-race 9 13
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<workgroup> first: array<u32, 64>;
var<workgroup> second: array<u32, 64>;

fn put(a: ptr<workgroup, array<u32, 64>>, i: u32) {
  (*a)[i] = i;
}

fn take(a: ptr<workgroup, array<u32, 64>>, i: u32) -> u32 {
  return (*a)[i];
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  put(&first, lane);
  put(&second, lane);
  workgroupBarrier();
  put(&second, lane);
  dst[lane] = take(&first, 63u - lane) + take(&second, 63u - lane);
}
