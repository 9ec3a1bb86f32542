// Values that a format cannot hold go to the nearest that it can; a NaN becomes 0.
//! dispatch 1
//! expect 0:0 values 0 1 0 0.5 tol=0.01
//! expect 0:1 values -1 1 0 0.5 tol=0.01
//! expect 0:2 values 255 0 255 7
//! expect 0:3 values -128 127 0 -3
//! expect 1:0 values 65535 1 65535 0
@group(0) @binding(0) var a: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(1) var b: texture_storage_2d<rgba8snorm, write>;
@group(0) @binding(2) var c: texture_storage_2d<rgba8uint, write>;
@group(0) @binding(3) var d: texture_storage_2d<rgba8sint, write>;
@group(1) @binding(0) var e: texture_storage_2d<rgba16uint, write>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) {
  let nan = bitcast<f32>(0x7fc00000u + i);
  textureStore(a, vec2u(), vec4f(-1, 2, nan, 0.5));
  textureStore(b, vec2u(), vec4f(-2, 2, nan, 0.5));
  textureStore(c, vec2u(), vec4u(256, 0, 0xffffffff, 7));
  textureStore(d, vec2u(), vec4i(-129, 128, 0, -3));
  textureStore(e, vec2u(), vec4u(65536, 1, 0xffffffff, 0));
}
