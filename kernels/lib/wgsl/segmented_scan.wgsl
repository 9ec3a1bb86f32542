// The second pass of a segmented scan: as scan.wgsl, of pairs of a value and whether there was a head.
@group(0) @binding(1) var<storage, read> src: array<E>;
@group(0) @binding(3) var<storage, read> sums: array<vec2<u32>>; // of the chunks
@group(0) @binding(4) var<storage, read_write> dst: array<E>;

// Of the chunks before, from the last one with a head on.
fn before_chunk(own: u32, lane: Lane) -> A {
    var last = 0u;
    for (var j = lane.index; j < own; j += WORKGROUP_SIZE) {
        last = select(last, j + 1u, sums[j].y != 0u);
    }
    let begin = max(group_most(last, lane, 0u), 1u) - 1u;
    var carry = identity();
    for (var j = begin + lane.index; j < own; j += WORKGROUP_SIZE) {
        carry = join(carry, bitcast<A>(sums[j].x));
    }
    return group_join(carry, lane, 0u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, lane: Lane) {
    // The last chunks first: the pass before has left them in the cache.
    let own = params.groups - 1u - group.x;
    let width = lane_width(lane);
    let place = lane.index / width * width * ITEMS + lane_place(lane);
    let whole = params.count / E_LANES;
    let tail = params.count % E_LANES;
    let first = own * params.chunk;
    let end = min(first + params.chunk, (params.count + E_LANES - 1u) / E_LANES);
    var carry = before_chunk(own, lane);

    var turn = 1u;
    for (var base = first; base < end; base += TILE) {
        let at = base + place;
$each(k, ITEMS)
        var v$k = EA(identity());
        var h$k = EB();
        if (at + $k * width < end) {
            v$k = EA(src[at + $k * width]);
            h$k = heads(at + $k * width);
        }
$end
        var sum = identity();
        var cut = false;
$each(k, ITEMS)
        let s$k = subgroup_segments(e_segmented_total(v$k, h$k), e_any(h$k), lane);
        let before$k = select(join(sum, s$k.before), s$k.before, s$k.cut);
        let cut$k = cut || s$k.cut;
        sum = select(join(sum, s$k.all), s$k.all, s$k.any_cut);
        cut = cut || s$k.any_cut;
$end
        let s = group_segments(sum, cut, lane, turn);
        let start = select(join(carry, s.before), s.before, s.cut);
$each(k, ITEMS)
        let i$k = at + $k * width;
        let out$k = E($scan(v$k, h$k, select(join(start, before$k), before$k, cut$k)));
        if (i$k < whole) {
            dst[i$k] = out$k;
        } else if (i$k == whole && tail > 0u) {
            dst[i$k] = e_merge(out$k, tail, dst[i$k]);
        }
$end
        carry = select(join(carry, s.all), s.all, s.any_cut);
        turn++;
    }
}
