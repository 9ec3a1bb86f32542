// Access paths: constant parts are folded, each dynamic index is checked against its own type.
struct Inner { a: u32, b: array<vec2f, 3> }
struct Outer { head: vec4f, list: array<Inner, 5> }
@group(0) @binding(0) var<storage, read_write> buffer: Outer;
@group(0) @binding(1) var<storage, read_write> tail: Tail;
@group(0) @binding(2) var<uniform> matrix: mat4x3f;
struct Tail { count: u32, items: array<vec4u> }
var<workgroup> tile: array<array<f32, 17>, 16>;

@compute @workgroup_size(16, 16)
fn main(@builtin(local_invocation_id) l: vec3u) {
  tile[l.y][l.x] = buffer.list[l.x].b[2].y;
  buffer.list[3].b[l.y][l.z] = tile[l.x][0];
  tail.items[l.x].w = tail.items[0].x;
  tail.items[7] = vec4u(arrayLength(&tail.items));
  buffer.head[l.x] = matrix[l.y][1] + matrix[2][l.z];
}
