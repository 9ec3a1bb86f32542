// The same with two invocations on one half.
//! dispatch 1
//! expect finding data-race 10 10
enable f16;
@group(0) @binding(0) var<storage, read_write> dst: array<f16>;
var<workgroup> tile: array<f16, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  tile[lane / 2u] = f16(lane);
  workgroupBarrier();
  dst[lane] = tile[lane ^ 1u];
}
