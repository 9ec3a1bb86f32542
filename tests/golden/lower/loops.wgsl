// The condition of a loop is tested in its body; what a continuing block sees of the body is passed
// through slots.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  for (var k = 0u; k < 4; k++) {
    if (k == i) { continue; }
    data[k] = i;
  }
  var n = 0u;
  while (n < i) { n += data[n]; }
  loop {
    let next = data[n];
    let unseen = next + 1;
    let place = &data[next];
    if (unseen == 7) { break; }
    continuing {
      *place = 9;
      n = next;
      break if n > 100;
    }
  }
  for (;;) { if (n == 3) { return; } }
}
