// 2-D convolution (correlation) of an image with a 5 x 5 filter, zeros outside: a workgroup loads the
// window of its 16 x 16 elements with a border of 2 into workgroup memory once.
//! dispatch 16 16
//! bind 0:0 random f32 65536 seed=13
//! bind 0:1 random f32 25 seed=14 min=-1 max=1
//! bind 0:2 zeros f32 65536
//! expect 0:2 reference convolve 0:0 0:1 256 256 5 tol=1e-4
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32, SIDE * SIDE>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;

override WIDTH = 256u;
override HEIGHT = 256u;
const SIDE = 5u; // of the filter
const RADIUS = SIDE / 2u;
const B = 16u; // elements of the result a workgroup, in x and y
const WINDOW = B + 2u * RADIUS;

var<workgroup> window: array<array<f32, WINDOW>, WINDOW>;

// Element of the image, 0 outside. x and y are shifted by RADIUS so that they are never negative.
fn pixel(x: u32, y: u32) -> f32 {
  if (x < RADIUS || y < RADIUS || x >= WIDTH + RADIUS || y >= HEIGHT + RADIUS) {
    return 0.0;
  }
  return image[(y - RADIUS) * WIDTH + x - RADIUS];
}

@compute @workgroup_size(B, B)
fn main(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) w: vec3u,
        @builtin(global_invocation_id) id: vec3u) {
  for (var y = l.y; y < WINDOW; y += B) {
    for (var x = l.x; x < WINDOW; x += B) {
      window[y][x] = pixel(w.x * B + x, w.y * B + y);
    }
  }
  workgroupBarrier();
  var sum = 0.0;
  for (var j = 0u; j < SIDE; j++) {
    for (var i = 0u; i < SIDE; i++) {
      sum += window[l.y + j][l.x + i] * weights[j * SIDE + i];
    }
  }
  if (id.x < WIDTH && id.y < HEIGHT) {
    result[id.y * WIDTH + id.x] = sum;
  }
}
