// Third kernel of a sorting pass: a workgroup puts its tile in order of the digit in the workgroup's
// memory, from where keys of one digit go to their place side by side.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>; // where a tile's keys of a digit begin
@group(0) @binding(3) var<storage, read_write> totals: array<u32>; // keys of each digit
@group(0) @binding(4) var<storage, read_write> to_keys: array<u32>;
$bindings

override POOL: u32 = 4096; // words: the tile, or what ranking needs
var<workgroup> pool: array<u32, POOL>;
var<workgroup> starts: array<u32, RADIX>; // of each digit in the tile
var<workgroup> offsets: array<u32, RADIX>; // from there to its place in the result
var<private> key: array<u32, ITEMS>;
var<private> rank: array<u32, ITEMS>; // in the tile

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        lane: Lane) {
    let tile = group.y * groups.x + group.x;
    if (tile >= params.tiles) {
        return;
    }
    let first = tile * TILE;
    let filled = min(TILE, params.count - first);
    // Places behind the last key rank behind it: they have the highest digit, and come last.
    let fill = $last;
    for (var k = 0u; k < ITEMS; k++) {
        let i = item_place(lane, k);
        key[k] = fill;
        if (i < filled) {
            key[k] = keys[first + i];
        }
    }
    let own_total = rank_tile(lane);
    let s = subgroup_scan(own_total, lane);
    let start = group_scan(s.all, lane, 0u).before + s.before;
    var all = 0u;
    if (lane.index < RADIX) {
        all = totals[lane.index];
    }
    let t = subgroup_scan(all, lane);
    let place = group_scan(t.all, lane, 1u).before + t.before;
    if (lane.index < RADIX) {
        starts[lane.index] = start;
        offsets[lane.index] = place + counts[lane.index * params.tiles + tile] - start;
    }
    workgroupBarrier();
    finish_ranks(lane);
    workgroupBarrier();
    for (var k = 0u; k < ITEMS; k++) {
        pool[rank[k]] = key[k];
    }
    workgroupBarrier();
    var to: array<u32, ITEMS>;
    for (var k = 0u; k < ITEMS; k++) {
        let i = k * WORKGROUP_SIZE + lane.index;
        let moved = pool[i];
        to[k] = offsets[digit_of(moved)] + i;
        if (i < filled) {
            to_keys[to[k]] = moved;
        }
    }
    $move_values
}
