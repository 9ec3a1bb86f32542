// Values with arrays in them live in memory; a table of constants is stored before the body.
struct Pair { list: array<u32, 3>, last: vec2u }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read_write> pairs: array<Pair>;
var<private> start = array(7u, 8u);
const table = array(10, 20, 30, 40);

fn pick(p: Pair, i: u32) -> u32 { return p.list[i]; }
fn make(x: u32) -> array<u32, 2> { return array(x, x + 1); }

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) i: u32) {
  let p = pairs[i];
  out[0] = pick(p, i) + p.last.y + p.list[1];
  out[1] = make(i)[i] + start[1];
  out[2] = u32(table[i] + table[3 - i] + table[2]);
  let v = vec3u(i, 2, 3);
  out[3] = v[i] + v.zy.x;
  var m: mat2x2f;
  m[i][1] = 2;
  out[4] = u32((m * vec2f(1, 2))[i]);
}
