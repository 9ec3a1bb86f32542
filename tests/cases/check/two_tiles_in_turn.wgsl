// Two tiles used in turn need one barrier a step.
//! dispatch 1
//! bind 0:0 iota f32 512
//! expect no findings
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
var<workgroup> tile: array<array<f32, 64>, 2>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 8u; k++) {
    tile[k % 2u][lane] = src[k * 64u + lane];
    workgroupBarrier();
    sum += tile[k % 2u][63u - lane];
  }
  dst[lane] = sum;
}
