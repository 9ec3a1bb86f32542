// Sum of floats, second way: each subgroup adds its values, workgroup memory holds one sum a
// subgroup. Right at any subgroup size, also when there are more subgroups than lanes in one.
//! pass partial 4096 ; pass finish 1
//! bind 0:0 random f32 1048576 seed=3
//! bind 0:1 zeros f32 4096
//! bind 0:2 zeros f32 1
//! expect 0:2 reference sum 0:0 rtol=1e-5
enable subgroups;

@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>; // one a workgroup
@group(0) @binding(2) var<storage, read_write> total: f32;

const SIZE = 256u;

var<workgroup> parts: array<f32, SIZE / 4u>; // subgroups have at least 4 lanes

struct Lane {
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) in_subgroup: u32,
  @builtin(subgroup_size) subgroup_size: u32,
}

// The sum of all invocations' values, for invocation 0.
fn workgroup_sum(lane: Lane, value: f32) -> f32 {
  let sum = subgroupAdd(value);
  if (lane.in_subgroup == 0u) {
    parts[lane.index / lane.subgroup_size] = sum;
  }
  workgroupBarrier();
  var rest = 0.0;
  let subgroups = SIZE / lane.subgroup_size;
  for (var i = lane.in_subgroup; i < subgroups; i += lane.subgroup_size) {
    rest += parts[i];
  }
  return subgroupAdd(rest);
}

@compute @workgroup_size(SIZE)
fn partial(lane: Lane, @builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) w: vec3u) {
  var value = 0.0;
  if (id.x < arrayLength(&src)) {
    value = src[id.x];
  }
  let sum = workgroup_sum(lane, value);
  if (lane.index == 0u) {
    sums[w.x] = sum;
  }
}

@compute @workgroup_size(SIZE)
fn finish(lane: Lane) {
  var value = 0.0;
  for (var i = lane.index; i < arrayLength(&sums); i += SIZE) {
    value += sums[i];
  }
  let sum = workgroup_sum(lane, value);
  if (lane.index == 0u) {
    total = sum;
  }
}
