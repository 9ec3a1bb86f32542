// Two invocations in four are sent to one element; which, is known only when it runs.
//! dispatch 1
//! bind 0:0 values u32 3 1 0 1
//! bind 0:1 zeros u32 4
//! expect finding data-race 11 11
@group(0) @binding(0) var<storage, read> to: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32) {
  dst[to[lane]] = lane;
}
