// The second pass of a selection: each workgroup takes the elements of its chunk that are chosen, tile
// by tile, packs a tile's in the workgroup's memory, and writes them in one piece behind those of the
// chunks before. A partition also writes the others, behind all that are chosen.
override WORKGROUP_SIZE: u32 = 256;
const ITEMS = $ITEMS; // vectors a lane and tile
override TILE = WORKGROUP_SIZE * ITEMS;
override PARTITION: bool = false;
override FOUR: bool = false;

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

var<workgroup> packed: array<T, WORKGROUP_SIZE * ITEMS * E_LANES>;

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
        var v: array<E, ITEMS>;
        for (var k = 0u; k < ITEMS; k++) {
            let i = at + k * width;
            if (i < end) {
                v[k] = src[i];
            }
        }
        var c: array<EA, ITEMS>;
        var before: array<u32, ITEMS>;
        var sum = 0u;
        for (var k = 0u; k < ITEMS; k++) {
            c[k] = chosen_at(at + k * width, v[k]);
            let s = subgroup_scan(e_total(c[k]), lane);
            before[k] = sum + s.before;
            sum += s.all;
        }
        let s = group_scan(sum, lane, turn);
        let tile_count = min(TILE * E_LANES, params.count - base * E_LANES);
        for (var k = 0u; k < ITEMS; k++) {
            var to = s.before + before[k];
            let at_tile = (place + k * width) * E_LANES;
            for (var e = 0u; e < E_LANES; e++) {
                if (ea_at(c[k], e) != 0u) {
                    packed[to] = e_at(v[k], e);
                    to++;
                } else if (PARTITION && at_tile + e < tile_count) {
                    packed[s.all + at_tile + e - to] = e_at(v[k], e);
                }
            }
        }
        workgroupBarrier();
        if (FOUR) {
            for (var j = lane.index; j < s.all; j += 4u * WORKGROUP_SIZE) {
                let b = j + WORKGROUP_SIZE;
                let c = b + WORKGROUP_SIZE;
                let d = c + WORKGROUP_SIZE;
                dst[carry + j] = packed[j];
                if (b < s.all) {
                    dst[carry + b] = packed[b];
                }
                if (c < s.all) {
                    dst[carry + c] = packed[c];
                }
                if (d < s.all) {
                    dst[carry + d] = packed[d];
                }
            }
        } else {
            for (var j = lane.index; j < s.all; j += WORKGROUP_SIZE) {
                dst[carry + j] = packed[j];
            }
        }
        if (PARTITION) {
            let others = all_chosen + base * E_LANES - carry;
            for (var j = s.all + lane.index; j < tile_count; j += WORKGROUP_SIZE) {
                dst[others + j - s.all] = packed[j];
            }
        }
        carry += s.all;
        workgroupBarrier();
        turn++;
    }
    if (own == params.groups - 1u && lane.index == 0u) {
        chosen[0] = carry;
    }
}
