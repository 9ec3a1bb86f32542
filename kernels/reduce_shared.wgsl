// Sum of floats, first way: a tree in workgroup memory. A second pass adds the partial sums.
//! pass partial 4096 ; pass finish 1
//! bind 0:0 random f32 1048576 seed=3
//! bind 0:1 zeros f32 4096
//! bind 0:2 zeros f32 1
//! expect 0:2 reference sum 0:0 rtol=1e-5
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>; // one a workgroup
@group(0) @binding(2) var<storage, read_write> total: f32;

const SIZE = 256u;

var<workgroup> tree: array<f32, SIZE>;

// The sum of all invocations' values; every invocation gets it.
fn workgroup_sum(lane: u32, value: f32) -> f32 {
  tree[lane] = value;
  for (var half = SIZE / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane < half) {
      tree[lane] += tree[lane + half];
    }
  }
  return workgroupUniformLoad(&tree[0]);
}

@compute @workgroup_size(SIZE)
fn partial(@builtin(local_invocation_index) lane: u32, @builtin(global_invocation_id) id: vec3u,
           @builtin(workgroup_id) w: vec3u) {
  var value = 0.0;
  if (id.x < arrayLength(&src)) {
    value = src[id.x];
  }
  let sum = workgroup_sum(lane, value);
  if (lane == 0u) {
    sums[w.x] = sum;
  }
}

@compute @workgroup_size(SIZE)
fn finish(@builtin(local_invocation_index) lane: u32) {
  var value = 0.0;
  for (var i = lane; i < arrayLength(&sums); i += SIZE) {
    value += sums[i];
  }
  let sum = workgroup_sum(lane, value);
  if (lane == 0u) {
    total = sum;
  }
}
