// The same scan in place: a step's writes race with the neighbours' reads of the same step.
//! dispatch 1
//! bind 0:0 iota f32 64
//! expect finding data-race 17 19
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
var<workgroup> ping: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  ping[lane] = src[lane];
  workgroupBarrier();
  for (var step = 1u; step < 64u; step *= 2u) {
    var v = 0.0;
    if (lane >= step) {
      // the neighbour may have written already
      v = ping[lane - step];
    }
    ping[lane] += v;
    workgroupBarrier();
  }
  dst[lane] = ping[lane];
}
