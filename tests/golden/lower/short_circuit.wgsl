// The right side of && and || is computed anyway when nobody can tell; else under a condition.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
fn f(x: u32) -> bool { return x > 2; }
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  let n = arrayLength(&data);
  if (i > 1 && i < 5) { data[i] = 1; }
  if (i < n && data[i] == 3) { data[i] = 2; }
  if (i == 0 || f(i)) { data[i] = 3; }
  if (i != 0 && n / i > 4) { data[i] = 4; }
}
