// The second pass of a selection: each workgroup takes the elements of its chunk that are chosen, tile
// by tile, packs a tile's in the workgroup's memory, and writes them in one piece behind those of the
// chunks before. A partition also writes the others, behind all that are chosen.
override WORKGROUP_SIZE: u32 = 256;
const ITEMS = $ITEMS; // vectors a lane and tile
override TILE = WORKGROUP_SIZE * ITEMS;
override PARTITION: bool = false;
override HALVES: u32 = 1; // tiles in memory: with two, the next is packed while one is written

struct Params {
    count: u32,
    chunk: u32, // vectors a workgroup, whole tiles
    groups: u32,
    identity: u32, // of the sums: 0
    operand: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<E>;
@group(0) @binding(2) var<storage, read> sums: array<u32>; // chosen in each chunk
@group(0) @binding(3) var<storage, read_write> dst: array<T>;
@group(0) @binding(4) var<storage, read_write> chosen: array<u32>; // how many, in all

var<workgroup> packed: array<T, WORKGROUP_SIZE * ITEMS * E_LANES * HALVES>;

// 1 for each element that is chosen, 0 for others and behind the last.
fn chosen_at(i: u32, v: E) -> EA {
    let whole = params.count / E_LANES;
    let tail = params.count % E_LANES;
    if (i < whole) {
        return mark(i, v);
    }
    if (i == whole && tail > 0u) {
        return e_keep(mark(i, v), tail, 0u);
    }
    return EA(0u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, lane: Lane) {
    let own = params.groups - 1u - group.x;
    let width = lane_width(lane);
    let place = lane.index / width * width * ITEMS + lane_place(lane);
    let first = own * params.chunk;
    let end = min(first + params.chunk, (params.count + E_LANES - 1u) / E_LANES);

    var before_own = 0u;
    var all_chosen = 0u;
    if (PARTITION) {
        for (var j = lane.index; j < params.groups; j += WORKGROUP_SIZE) {
            let n = sums[j];
            all_chosen += n;
            before_own += select(0u, n, j < own);
        }
        all_chosen = group_join(all_chosen, lane, 1u);
    } else {
        for (var j = lane.index; j < own; j += WORKGROUP_SIZE) {
            before_own += sums[j];
        }
    }
    var carry = group_join(before_own, lane, 0u);

    var turn = 1u;
    for (var base = first; base < end; base += TILE) {
        let at = base + place;
$each(k, ITEMS)
        let i$k = at + $k * width;
        var v$k = E();
        if (i$k < end) {
            v$k = src[i$k];
        }
$end
        var sum = 0u;
$each(k, ITEMS)
        let c$k = chosen_at(i$k, v$k);
        let s$k = subgroup_scan(e_total(c$k), lane);
        let before$k = sum + s$k.before;
        sum += s$k.all;
$end
        let s = group_scan(sum, lane, turn);
        let half = turn % HALVES * TILE * E_LANES;
        let tile_count = min(TILE * E_LANES, params.count - base * E_LANES);
$each(k, ITEMS)
        {
            var to = s.before + before$k;
            let at_tile = (place + $k * width) * E_LANES;
$each(e, LANES)
            if (ea_at(c$k, ${e}u) != 0u) {
                packed[half + to] = e_at(v$k, ${e}u);
                to++;
            } else if (PARTITION && at_tile + ${e}u < tile_count) {
                packed[half + s.all + at_tile + ${e}u - to] = e_at(v$k, ${e}u);
            }
$end
        }
$end
        workgroupBarrier();
        for (var j = lane.index; j < s.all; j += WORKGROUP_SIZE) {
            dst[carry + j] = packed[half + j];
        }
        if (PARTITION) {
            let others = all_chosen + base * E_LANES - carry;
            for (var j = s.all + lane.index; j < tile_count; j += WORKGROUP_SIZE) {
                dst[others + j - s.all] = packed[half + j];
            }
        }
        carry += s.all;
        if (HALVES == 1u) {
            workgroupBarrier();
        }
        turn++;
    }
    if (own == params.groups - 1u && lane.index == 0u) {
        chosen[0] = carry;
    }
}
