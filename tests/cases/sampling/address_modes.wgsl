// Past the edge a texture is clamped, repeated or mirrored, by the sampler; offsets count texels.
//! dispatch 1
//! bind 0:0 texture r8unorm 4 values 0 0.2 0.4 0.6
//! bind 0:1 sampler clamp-to-edge
//! bind 0:2 sampler repeat
//! bind 0:3 sampler mirror-repeat
//! bind 0:4 texture r8unorm 4x1 values 0 0.2 0.4 0.6
//! expect 0:5 [0..8] values 0 0 0 0   0.6 0.6 0.6 0.6   tol=1e-6
//! expect 0:5 [8..16] values 0 0.2 0.4 0.6   0 0.2 0.4 0.6   tol=1e-6
//! expect 0:5 [16..24] values 0.6 0.4 0.2 0   0.6 0.4 0.2 0   tol=1e-6
//! expect 0:5 [24..32] values 0.4 0.6 0 0.2   0.4 0.6 0 0.2   tol=1e-6
@group(0) @binding(0) var row: texture_1d<f32>;
@group(0) @binding(1) var clamped: sampler;
@group(0) @binding(2) var repeated: sampler;
@group(0) @binding(3) var mirrored: sampler;
@group(0) @binding(4) var image: texture_2d<f32>;
@group(0) @binding(5) var<storage, read_write> out: array<f32, 32>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
  // four points to the left of the texture, four to the right
  let x = (f32(i) + select(-3.5, 0.5, i > 3)) / 4;
  out[i] = textureSampleLevel(row, clamped, x, 0).r;
  out[8 + i] = textureSampleLevel(row, repeated, x, 0).r;
  out[16 + i] = textureSampleLevel(row, mirrored, x, 0).r;
  out[24 + i] = textureSampleLevel(image, repeated, vec2f(x, 0), 0, vec2i(2, -8)).r;
}
