// Every function that samples in compute, on every texture that it takes: all texels are the same.
//! dispatch 1
//! bind 0:0 texture rgba32float 5 fill 1
//! bind 0:1 texture rgba8unorm 6x3 fill 1
//! bind 0:2 texture rgba16float 6x3x2 fill 1
//! bind 0:3 texture rg8unorm 3x4x5 fill 1
//! bind 0:4 texture r8unorm 4x4x6 fill 1
//! bind 0:5 texture rgba8unorm 4x4x12 fill 1
//! bind 0:6 texture depth16unorm 6x3 fill 1
//! bind 0:7 texture depth16unorm 6x3x2 fill 1
//! bind 0:8 texture depth16unorm 4x4x6 fill 1
//! bind 0:9 texture depth16unorm 4x4x12 fill 1
//! bind 0:10 sampler linear u=repeat v=mirror-repeat
//! bind 0:11 sampler
//! bind 0:12 sampler linear repeat compare=less
//! expect 0:13 fill 39
//! expect no findings
@group(0) @binding(0) var t1: texture_1d<f32>;
@group(0) @binding(1) var t2: texture_2d<f32>;
@group(0) @binding(2) var t2a: texture_2d_array<f32>;
@group(0) @binding(3) var t3: texture_3d<f32>;
@group(0) @binding(4) var tc: texture_cube<f32>;
@group(0) @binding(5) var tca: texture_cube_array<f32>;
@group(0) @binding(6) var d2: texture_depth_2d;
@group(0) @binding(7) var d2a: texture_depth_2d_array;
@group(0) @binding(8) var dc: texture_depth_cube;
@group(0) @binding(9) var dca: texture_depth_cube_array;
@group(0) @binding(10) var smooth_: sampler;
@group(0) @binding(11) var points: sampler;
@group(0) @binding(12) var nearer: sampler_comparison;
@group(0) @binding(13) var<storage, read_write> out: array<f32, 32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
  let c = vec3f(f32(i) / 7 - 1, f32(i % 5) / 3, 0.5 - f32(i % 3));
  let a = i32(i % 4) - 1;
  let l = f32(i) / 8;
  var n = textureSampleLevel(t1, smooth_, c.x, l).r;
  n += textureSampleLevel(t2, smooth_, c.xy, l).r;
  n += textureSampleLevel(t2, smooth_, c.xy, l, vec2(-8, 7)).r;
  n += textureSampleLevel(t2a, smooth_, c.xy, a, l).r;
  n += textureSampleLevel(t2a, smooth_, c.xy, i, l, vec2(3, -3)).r;
  n += textureSampleLevel(t3, smooth_, c, l).r;
  n += textureSampleLevel(t3, smooth_, c, l, vec3(1, 2, 3)).r;
  n += textureSampleLevel(tc, smooth_, c, l).r;
  n += textureSampleLevel(tca, smooth_, c, a, l).r;
  n += textureSampleLevel(d2, points, c.xy, a);
  n += textureSampleLevel(d2, points, c.xy, i, vec2(-1, 1));
  n += textureSampleLevel(d2a, points, c.xy, a, i);
  n += textureSampleLevel(d2a, points, c.xy, i, a, vec2(-1, 1));
  n += textureSampleLevel(dc, points, c, a);
  n += textureSampleLevel(dca, points, c, a, i);
  n += textureSampleBaseClampToEdge(t2, smooth_, c.xy).r;
  n += textureSampleGrad(t2, smooth_, c.xy, c.yz, c.zx).r;
  n += textureSampleGrad(t2, smooth_, c.xy, c.yz, c.zx, vec2(4, 5)).r;
  n += textureSampleGrad(t2a, smooth_, c.xy, a, c.yz, c.zx).r;
  n += textureSampleGrad(t2a, smooth_, c.xy, i, c.yz, c.zx, vec2(4, 5)).r;
  n += textureSampleGrad(t3, smooth_, c, c.yzx, c.zxy).r;
  n += textureSampleGrad(t3, smooth_, c, c.yzx, c.zxy, vec3(4, 5, -6)).r;
  n += textureSampleGrad(tc, smooth_, c, c.yzx, c.zxy).r;
  n += textureSampleGrad(tca, smooth_, c, a, c.yzx, c.zxy).r;
  n += textureSampleCompareLevel(d2, nearer, c.xy, 0.5);
  n += textureSampleCompareLevel(d2a, nearer, c.xy, a, 0.5, vec2(-1, 1));
  n += textureSampleCompareLevel(dc, nearer, c, 0.5);
  n += textureSampleCompareLevel(dca, nearer, c, i, 0.5);
  n += dot(textureGather(0, t2, smooth_, c.xy, vec2(-1, 1)), vec4f(0.25));
  n += dot(textureGather(1, t2a, smooth_, c.xy, a), vec4f(0.25));
  n += dot(textureGather(3, tc, smooth_, c), vec4f(0.25));
  n += dot(textureGather(2, tca, smooth_, c, a), vec4f(0.25));
  n += dot(textureGather(d2, points, c.xy), vec4f(0.25));
  n += dot(textureGather(d2a, points, c.xy, a, vec2(-1, 1)), vec4f(0.25));
  n += dot(textureGather(dca, points, c, i), vec4f(0.25));
  n += dot(textureGatherCompare(d2, nearer, c.xy, 0.5), vec4f(0.25));
  n += dot(textureGatherCompare(d2a, nearer, c.xy, a, 0.5, vec2(-1, 1)), vec4f(0.25));
  n += dot(textureGatherCompare(dc, nearer, c, 0.5), vec4f(0.25));
  n += dot(textureGatherCompare(dca, nearer, c, a, 0.5), vec4f(0.25));
  out[i] = n;
}
