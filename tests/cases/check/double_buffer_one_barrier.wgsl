// Two halves of a buffer in turn: one barrier a step is enough, since nobody is two steps ahead.
//! dispatch 1
//! bind 0:0 iota f32 64
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
var<workgroup> ping: array<array<f32, 64>, 2>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  ping[0][lane] = src[lane];
  workgroupBarrier();
  var at = 0u;
  for (var step = 1u; step < 64u; step *= 2u) {
    let to = 1u - at;
    var v = ping[at][lane];
    if (lane >= step) {
      v += ping[at][lane - step];
    }
    ping[to][lane] = v;
    workgroupBarrier();
    at = to;
  }
  dst[lane] = ping[at][lane];
}
