// Up to 2048 an f16 holds every whole number.
//! dispatch 32
//! enable f16-index
//! bind 0:0 iota u32 2048
//! bind 0:1 zeros u32 2048
//! expect 0:1 [2046..2048] values 2046 2047
//! expect no findings
enable f16;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let scale = 1.0h;
  dst[id.x] = src[u32(f16(id.x) * scale)];
}
