// The second pass of a selection: each workgroup takes the elements of its chunk that are chosen, tile
// by tile, packs a tile's in the workgroup's memory, and writes them in one piece behind those of the
// chunks before. A partition also writes the others, behind all that are chosen.
override WORKGROUP_SIZE: u32 = 256;
const PAIRS = $PAIRS; // of vectors, a lane and tile
const ITEMS = 2u * PAIRS;
override TILE = WORKGROUP_SIZE * ITEMS;
override PARTITION: bool = false;
override ROW: u32 = 32; // packed elements in 32 words,
override PAD: u32 = 1;  // and those of a word behind them

struct Params {
    count: u32,
    chunk: u32, // vectors a workgroup, whole tiles
    groups: u32,
    identity: u32, // of the sums: 0
    operand: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<E>;
@group(0) @binding(2) var<storage, read> sums: array<vec4<u32>>; // chosen in each chunk, four of them
@group(0) @binding(3) var<storage, read_write> dst: array<T>;
@group(0) @binding(4) var<storage, read_write> chosen: array<u32>; // how many, in all

var<workgroup> packed: array<T, (TILE * E_LANES + ROW - 1u) / ROW * (ROW + PAD)>;

// Lanes with four elements each, all of them chosen, would write to every fourth bank.
fn padded(i: u32) -> u32 {
    return i + i / ROW * PAD;
}

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

    // What a lane adds up of the chunks before this one, and of all chunks.
    var before_own = 0u;
    var all_chosen = 0u;
    let parts = select(own, params.groups, PARTITION);
    for (var j = lane.index; j * 4u < parts; j += WORKGROUP_SIZE) {
        let chunk = j * 4u + vec4(0u, 1u, 2u, 3u);
        let n = sums[j];
        before_own += dot(select(vec4(0u), n, chunk < vec4(own)), vec4(1u));
        all_chosen += dot(select(vec4(0u), n, chunk < vec4(params.groups)), vec4(1u));
    }
    if (PARTITION) {
        all_chosen = group_join(all_chosen, lane, 1u);
    }
    var carry = group_join(before_own, lane, 0u);

    var turn = 1u;
    for (var base = first; base < end; base += TILE) {
        let at = base + place;
        // Nothing behind the end in this tile, so that nothing is to be asked for each vector.
        let is_whole = base + TILE <= min(end, params.count / E_LANES);
$each(k, PAIRS)
$each(h, 2)
        let i${k}_$h = at + ($k * 2u + $h) * width;
        var v${k}_$h = E();
        var c${k}_$h = EA();
$end
$end
        if (is_whole) {
$each(k, PAIRS)
$each(h, 2)
            v${k}_$h = src[i${k}_$h];
$end
$end
$each(k, PAIRS)
$each(h, 2)
            c${k}_$h = mark(i${k}_$h, v${k}_$h);
$end
$end
        } else {
$each(k, PAIRS)
$each(h, 2)
            if (i${k}_$h < end) {
                v${k}_$h = src[i${k}_$h];
            }
            c${k}_$h = chosen_at(i${k}_$h, v${k}_$h);
$end
$end
        }
        var sum = 0u;
$each(k, PAIRS)
        // Two counts in a word, so that a scan does for both.
        let s$k = subgroup_scan(e_total(c${k}_0) + (e_total(c${k}_1) << 16u), lane);
        let before${k}_0 = sum + (s$k.before & 0xffffu);
        sum += s$k.all & 0xffffu;
        let before${k}_1 = sum + (s$k.before >> 16u);
        sum += s$k.all >> 16u;
$end
        let s = group_scan(sum, lane, turn);
        let tile_count = min(TILE * E_LANES, params.count - base * E_LANES);
$each(k, PAIRS)
$each(h, 2)
        {
            var to = s.before + before${k}_$h;
            let at_tile = (place + ($k * 2u + $h) * width) * E_LANES;
$each(e, LANES)
            if (ea_at(c${k}_$h, ${e}u) != 0u) {
                packed[padded(to)] = e_at(v${k}_$h, ${e}u);
                to++;
            } else if (PARTITION && at_tile + ${e}u < tile_count) {
                packed[padded(s.all + at_tile + ${e}u - to)] = e_at(v${k}_$h, ${e}u);
            }
$end
        }
$end
$end
        workgroupBarrier();
        let others = all_chosen + base * E_LANES - carry - s.all;
        for (var j = lane.index; j < select(s.all, tile_count, PARTITION); j += WORKGROUP_SIZE) {
            let is_other = PARTITION && j >= s.all;
            dst[j + select(carry, others, is_other)] = packed[padded(j)];
        }
        carry += s.all;
        workgroupBarrier();
        turn++;
    }
    if (own == params.groups - 1u && lane.index == 0u) {
        chosen[0] = carry;
    }
}
