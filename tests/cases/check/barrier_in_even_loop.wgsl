// The bound is loaded from a buffer that may be written, so WGSL rejects it; here it is the same for all.
//! dispatch 1
//! allow-non-uniform
//! bind 0:1 values u32 3
//! expect 0:0 fill 2
//! expect no findings
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<storage, read_write> turns: array<u32, 1>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < turns[0]; i++) {
    workgroupBarrier();
    tile[lane] = i;
    workgroupBarrier();
    dst[lane] = tile[lane ^ 1u];
  }
}
