// Words that only one invocation uses need no barrier, in whatever order it uses them.
//! dispatch 2
//! bind 0:0 iota u32 256
//! expect no findings
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> own: array<u32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 4u; i++) {
    own[i * 64u + lane] = data[id.x];
    own[i * 64u + lane] += i;
  }
  data[id.x] = own[lane] + own[192u + lane];
  data[id.x] += 1u;
}
