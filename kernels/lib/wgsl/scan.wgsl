// The second pass of a scan: each workgroup scans its chunk, tile by tile, from the sum of the chunks
// before it on. A subgroup's part of a tile is contiguous, and each of its loads is, too.
@group(0) @binding(1) var<storage, read> src: array<E>;
@group(0) @binding(2) var<storage, read> sums: array<A>; // of the chunks
@group(0) @binding(3) var<storage, read_write> dst: array<E>;

fn load(i: u32) -> EA {
    let whole = params.count / E_LANES;
    let tail = params.count % E_LANES;
    if (i < whole) {
        return EA(src[i]);
    }
    if (i == whole && tail > 0u) {
        return e_keep(EA(src[i]), tail, identity());
    }
    return EA(identity());
}

fn store(i: u32, v: EA) {
    let whole = params.count / E_LANES;
    let tail = params.count % E_LANES;
    if (i < whole) {
        dst[i] = E(v);
    } else if (i == whole && tail > 0u) {
        dst[i] = e_merge(E(v), tail, dst[i]);
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, lane: Lane) {
    // The last chunks first: the pass before has left them in the cache.
    let own = params.groups - 1u - group.x;
    let width = lane_width(lane);
    let place = lane.index / width * width * ITEMS + lane_place(lane);
    let whole = params.count / E_LANES;
    let first = own * params.chunk;
    let end = min(first + params.chunk, (params.count + E_LANES - 1u) / E_LANES);

    var carry = identity();
    for (var j = lane.index; j < own; j += WORKGROUP_SIZE) {
        carry = join(carry, sums[j]);
    }
    carry = group_join(carry, lane, 0u);

    var turn = 1u;
    for (var base = first; base < end; base += TILE) {
        let full = base + TILE <= whole;
        let at = base + place;
$each(k, ITEMS)
        var v$k = EA();
$end
        if (full) {
$each(k, ITEMS)
            v$k = EA(src[at + $k * width]);
$end
        } else {
$each(k, ITEMS)
            v$k = load(at + $k * width);
$end
        }
        var sum = identity();
$each(k, ITEMS)
        let s$k = subgroup_scan(e_total(v$k), lane);
        let before$k = join(sum, s$k.before);
        sum = join(sum, s$k.all);
$end
        let s = group_scan(sum, lane, turn);
        let start = join(carry, s.before);
        if (full) {
$each(k, ITEMS)
            dst[at + $k * width] = E($scan(v$k, join(start, before$k)));
$end
        } else {
$each(k, ITEMS)
            store(at + $k * width, $scan(v$k, join(start, before$k)));
$end
        }
        carry = join(carry, s.all);
        turn++;
    }
}
