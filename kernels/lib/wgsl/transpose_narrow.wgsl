// Transposes tiles of 32 x 32 elements, one at a time, four rows an invocation. A row of the tile has
// one element more, so that columns meet all banks.
alias T = $T;

struct Params {
    rows: u32, // of src
    columns: u32,
    tiles_x: u32, // of a matrix
    tiles_y: u32,
    tiles: u32, // of all matrices
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<T>;
@group(0) @binding(2) var<storage, read_write> dst: array<T>;

var<workgroup> turned: array<array<T, $PITCH>, 32>;

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_id) lane: vec3<u32>) {
    let matrix = params.rows * params.columns;
    for (var tile = group.y * groups.x + group.x; tile < params.tiles; tile += groups.x * groups.y) {
        let in_matrix = tile % (params.tiles_x * params.tiles_y);
        let start = tile / (params.tiles_x * params.tiles_y) * matrix;
        let tile_x = in_matrix % params.tiles_x * 32u;
        let tile_y = in_matrix / params.tiles_x * 32u;

        for (var k = 0u; k < 32u; k += 8u) {
            let row = tile_y + lane.y + k;
            if (row < params.rows && tile_x + lane.x < params.columns) {
                turned[lane.y + k][lane.x] = src[start + row * params.columns + tile_x + lane.x];
            }
        }
        workgroupBarrier();
        for (var k = 0u; k < 32u; k += 8u) {
            let column = tile_x + lane.y + k;
            if (column < params.columns && tile_y + lane.x < params.rows) {
                dst[start + column * params.rows + tile_y + lane.x] = turned[lane.x][lane.y + k];
            }
        }
        workgroupBarrier();
    }
}
