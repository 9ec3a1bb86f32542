// The access stands in conditions, arguments, initialisers and a switch.
// fix: pad
//! dispatch 1
//! bind 0:0 iota f32 1024
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 1024>;
var<workgroup> tile: array<f32, 1024>;
@compute @workgroup_size(32, 32) fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y * 32u + l.x] = src[l.y * 32u + l.x];
  workgroupBarrier();
  var sum = max(tile[l.x * 32u + l.y], 0.0);
  if (tile[l.x * 32u + l.y] > 5.0) { sum += 1.0; } else if (tile[l.x * 32u + l.y] > 2.0) { sum += 2.0; }
  switch (u32(tile[l.x * 32u + l.y])) { case 3u: { sum = -sum; } default: {} }
  for (var k = tile[l.x * 32u + l.y]; k > 1000.0; k -= 10.0) { sum += 1.0; }
  let v = vec2f(tile[l.x * 32u + l.y], tile[(l.x) * 32u + (l.y)]);
  dst[l.y * 32u + l.x] = sum + v.x * v[1];
}
