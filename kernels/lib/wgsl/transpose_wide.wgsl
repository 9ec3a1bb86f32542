// Transposes tiles of 4 SIDE x 4 SIDE elements of 4 bytes, 16 bytes at every step: each invocation loads
// 4 x 4 elements, turns them in registers, and changes places with the others through the workgroup's
// memory. There vector (column c, rows 4 v to 4 v + 3) stands at SIDE c + (v ^ (c / 4)), so that both
// the writers (c / 4 differs in a subgroup) and the readers (v differs) meet all banks.
// Rows and columns are multiples of 4.
const SIDE = $SIDE; // a power of two

struct Params {
    rows: u32,    // of src, in vectors
    columns: u32, // in vectors
    tiles_x: u32, // of a matrix
    tiles_y: u32,
    tiles: u32, // of all matrices
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> dst: array<vec4<u32>>;

var<workgroup> turned: array<vec4<u32>, SIDE * SIDE * 4u>;

@compute @workgroup_size(SIDE * SIDE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) lane: u32) {
    let x = lane % SIDE;
    let y = lane / SIDE;
    let matrix = params.rows * 4u * params.columns; // vectors
    for (var tile = group.y * groups.x + group.x; tile < params.tiles; tile += groups.x * groups.y) {
        let in_matrix = tile % (params.tiles_x * params.tiles_y);
        let start = tile / (params.tiles_x * params.tiles_y) * matrix;
        let tile_x = in_matrix % params.tiles_x * SIDE;
        let tile_y = in_matrix / params.tiles_x * SIDE;

        if (tile_x + x < params.columns && tile_y + y < params.rows) {
            let at = start + (tile_y + y) * 4u * params.columns + tile_x + x;
            let a = src[at];
            let b = src[at + params.columns];
            let c = src[at + 2u * params.columns];
            let d = src[at + 3u * params.columns];
            let to = x * 4u * SIDE + (y ^ x);
            turned[to] = vec4(a.x, b.x, c.x, d.x);
            turned[to + SIDE] = vec4(a.y, b.y, c.y, d.y);
            turned[to + 2u * SIDE] = vec4(a.z, b.z, c.z, d.z);
            turned[to + 3u * SIDE] = vec4(a.w, b.w, c.w, d.w);
        }
        workgroupBarrier();
        if (tile_y + x < params.rows) {
            for (var k = 0u; k < 4u; k++) {
                let column = y + SIDE * k;
                if (tile_x + column / 4u < params.columns) {
                    dst[start + (tile_x * 4u + column) * params.rows + tile_y + x] =
                        turned[column * SIDE + (x ^ (column / 4u))];
                }
            }
        }
        workgroupBarrier();
    }
}
