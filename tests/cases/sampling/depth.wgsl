// Depths are compared one by one, and what comes of it is filtered.
//! dispatch 1
//! bind 0:0 texture depth16unorm 2x1 values 0 1
//! bind 0:1 sampler linear compare=less
//! bind 0:2 sampler
//! expect 0:3 values 0.5 1 0   1 1 0 0   1 0
@group(0) @binding(0) var shadow: texture_depth_2d;
@group(0) @binding(1) var nearer: sampler_comparison;
@group(0) @binding(2) var points: sampler;
struct Out {
  middle: f32, right: f32, far: f32, gathered: array<f32, 4>, level: f32, missing: f32,
}
@group(0) @binding(3) var<storage, read_write> out: Out;
@compute @workgroup_size(1) fn main() {
  out.middle = textureSampleCompareLevel(shadow, nearer, vec2f(0.5), 0.5);
  out.right = textureSampleCompareLevel(shadow, nearer, vec2f(0.75, 0.5), 0.5);
  out.far = textureSampleCompareLevel(shadow, nearer, vec2f(0.75, 0.5), 3);
  let g = textureGatherCompare(shadow, nearer, vec2f(0.5), 0.5);
  out.gathered = array(g.y, g.z, g.x, g.w);
  out.level = textureSampleLevel(shadow, points, vec2f(0.75, 0.5), 0);
  out.missing = textureSampleLevel(shadow, points, vec2f(0.25, 0.5), 9i);
}
