// One copy of a function for each variable that its pointers lead to; indices become parameters.
var<workgroup> rows: array<array<u32, 8>, 4>;
var<private> own: array<u32, 8>;

fn at(a: ptr<function, array<u32, 8>>, i: u32) -> u32 { return (*a)[i]; }
fn put(row: ptr<workgroup, array<u32, 8>>, i: i32, v: u32) { row[i] = v; }
fn bump(p: ptr<private, u32>) { *p += 1; }

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  var a = array<u32, 8>(1, 2, 3, 4, 5, 6, 7, 8);
  var b: array<u32, 8>;
  put(&rows[i], 3, at(&a, i));
  put(&rows[i + 1], 4, at(&b, i));
  put(&rows[2], 5, 6);
  let p = &own[i];
  bump(p);
  bump(&own[1]);
}
