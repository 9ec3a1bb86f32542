// Assignments, declarations in loops, known branches, code that is not reached.
struct In { @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u }
override wide = true;
override scale = 2.5;
@group(0) @binding(0) var<storage, read_write> data: array<i32>;
fn next(i: ptr<function, i32>) -> i32 { *i += 1; return *i; }
@compute @workgroup_size(8)
fn main(in: In, @builtin(local_invocation_index) i: u32) {
  var n = 3;
  data[next(&n)] -= next(&n);
  data[n] <<= i;
  data[0]--;
  _ = data[1] + next(&n);
  _ = &data;
  for (var k = 0; k < 2; k++) { var fresh: i32; fresh += k; data[k] = fresh; }
  if (wide) { data[2] = i32(in.group.y * in.groups.x); } else { data[3] = 1; }
  var v = vec2f(1, f32(i));
  v *= scale;
  v.y = v.x;
  data[4] = i32(v.y);
  return;
  data[5] = 1;
}
