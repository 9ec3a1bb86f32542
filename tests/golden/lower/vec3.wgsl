// A vec3 is read as wide as a vec4 where the padding is part of the variable, else in two.
enable f16;
struct S { v: vec3f, f: f32 }
@group(0) @binding(0) var<storage, read_write> bare: vec3f;
@group(0) @binding(1) var<storage, read_write> list: array<vec3f>;
@group(0) @binding(2) var<storage, read_write> s: S;
@group(0) @binding(3) var<storage, read_write> m: mat2x3f;
@group(0) @binding(4) var<storage, read_write> halves: array<vec3h, 4>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
  list[id.x] = bare;
  bare = list[id.y];
  s.v = m[1];
  m = mat2x3f(s.v, bare);
  halves[1] = halves[id.x];
}
