// An f16 cannot tell 2049 from 2048: elements are skipped.
//! dispatch 33
//! bind 0:0 iota u32 2113
//! bind 0:1 zeros u32 2112
//! expect finding f16-index 13
enable f16;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let scale = 1.0h;
  dst[id.x] = src[u32(f16(id.x) * scale)];
}
