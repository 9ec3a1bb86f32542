// Outside of a texture loads give zeros and stores do nothing, whatever is out of bounds.
//! dispatch 1
//! bind 0:0 texture r32float 4x4 fill 1
//! bind 0:1 texture r32float 4x4 fill 1
//! expect 0:1 fill 1
//! expect 0:2 values 1 0 0 0 0 0
@group(0) @binding(0) var img: texture_2d<f32>;
@group(0) @binding(1) var out: texture_storage_2d<r32float, write>;
@group(0) @binding(2) var<storage, read_write> seen: array<f32, 6>;
@compute @workgroup_size(1) fn main() {
  seen[0] = textureLoad(img, vec2u(3, 3), 0).r;
  seen[1] = textureLoad(img, vec2i(-1, 0), 0).r;
  seen[2] = textureLoad(img, vec2u(4, 0), 0).r;
  seen[3] = textureLoad(img, vec2u(0, 4), 0).r;
  seen[4] = textureLoad(img, vec2u(0, 0), 1).r;
  seen[5] = textureLoad(img, vec2u(0, 0), -1).r;
  textureStore(out, vec2i(-1, 0), vec4f(5));
  textureStore(out, vec2u(0, 4), vec4f(5));
  textureStore(out, vec2u(0xffffffff, 1), vec4f(5));
}
