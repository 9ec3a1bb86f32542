@group(0) @binding(0) var<storage, read_write> data: array<i32>;
const one = 1;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  for (var k = 0; k < 3; k++) {
    switch (data[k]) {
      case one, 2 { data[k] = 5; }
      case -1 { continue; }
      case 7, default { if (k == 2) { break; } data[k] = 6; }
    }
  }
  switch (i) { default { return; } }
}
