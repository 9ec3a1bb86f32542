// Sum of floats, third way: subgroups only, no workgroup memory and no barrier. Every subgroup leaves
// one partial sum; the last pass is one workgroup whose first subgroup adds them all.
//! pass partial 4096 ; pass finish 1
//! bind 0:0 random f32 1048576 seed=3
//! bind 0:1 zeros f32 262144
//! bind 0:2 zeros f32 1
//! expect 0:2 reference sum 0:0 rtol=1e-5
enable subgroups;

@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>; // one a subgroup
@group(0) @binding(2) var<storage, read_write> total: f32;

@compute @workgroup_size(256)
fn partial(@builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32,
           @builtin(global_invocation_id) id: vec3u) {
  var value = 0.0;
  if (id.x < arrayLength(&src)) {
    value = src[id.x];
  }
  let sum = subgroupAdd(value);
  if (lane == 0u) {
    sums[id.x / size] = sum;
  }
}

// A workgroup of the smallest size that is a whole subgroup on any device.
@compute @workgroup_size(128)
fn finish(@builtin(local_invocation_index) index: u32, @builtin(subgroup_invocation_id) lane: u32,
          @builtin(subgroup_size) size: u32) {
  var value = 0.0;
  if (index < size) {
    for (var i = lane; i < arrayLength(&sums); i += size) {
      value += sums[i];
    }
  }
  let sum = subgroupAdd(value);
  if (index == 0u) {
    total = sum;
  }
}
