enable f16, subgroups;
requires pointer_composite_access;
struct Particle { position: vec3<f32>, id: u32, velocity: vec3<f32>, turn: mat3x3<f32>, h: f16 }
struct Range { @size(8) first: u32, count: u32 }
struct Params { n: u32, scale: vec2<f32>, @align(16) range: Range }
struct Mine { a: f32 }
@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(1) var<uniform> params: Params;
@group(1) @binding(0) var<storage, read> forces: array<vec3<f32>>;
@group(1) @binding(1) var<storage, read_write> range: Range;
override N = 300u;
var<workgroup> tile: array<Mine, N * 16>;

@compute @workgroup_size(N)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  tile[id.x].a = params.scale.x + f32(params.range.first);
  particles[id.x].velocity = forces[id.x] + subgroupAdd(tile[0].a);
}
@compute @workgroup_size(64)
fn second() {
  range.count = 1;
}
