// The last workgroup to finish, by a counter, sums the parts of the others: relaxed atomics do not
// make the parts visible to it.
//! dispatch 4
//! schedule ascending
//! expect finding data-race 14 20
@group(0) @binding(0) var<storage, read_write> part: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> done: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> sum: u32;
var<workgroup> last: u32;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) w: vec3u) {
  if (lane == 0u) {
    // plain
    part[w.x] = w.x + 1u;
    last = atomicAdd(&done, 1u);
  }
  if (workgroupUniformLoad(&last) == 3u && lane == 0u) {
    var s = 0u;
    for (var i = 0u; i < 4u; i++) {
      s += part[i];
    }
    sum = s;
  }
}
