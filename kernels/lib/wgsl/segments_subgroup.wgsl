// Segmented scans over subgroup and workgroup, by subgroups.
//
// What stands before this invocation (or subgroup) from the last head on, and whether there is one;
// the same of all of them.
struct Segment {
    before: A,
    all: A,
    cut: bool,
    any_cut: bool,
}

var<workgroup> segment_sums: array<A, 2u * MOST_PARTS>;
var<workgroup> segment_cuts: array<u32, 2u * MOST_PARTS>;

// Steps of 1, 2, 4, ... lanes that do not pass a head.
fn subgroup_segments(x: A, cut: bool, lane: Lane) -> Segment {
    let ballot = subgroupBallot(cut);
    let last = last_of(ballot, lane.place);
    let reach = lane.place + 1u - max(last, 1u);
    var sum = x;
    for (var d = 1u; d < lane.width; d <<= 1u) {
        let other = subgroupShuffle(sum, max(lane.place, d) - d);
        sum = select(sum, join(other, sum), d <= reach);
    }
    let before = subgroupShuffle(sum, max(lane.place, 1u) - 1u);
    let last_before = subgroupShuffle(last, max(lane.place, 1u) - 1u);
    return Segment(select(identity(), before, lane.place > 0u),
                   subgroupShuffle(sum, lane.width - 1u),
                   lane.place > 0u && last_before > 0u, any(ballot != vec4(0u)));
}

// Over the subgroups: each gives one value, the same in all its lanes. Every lane goes through all parts:
// with a part a lane and subgroup operations, integers came out wrong on one driver (docs/gpu.md).
fn group_segments(x: A, cut: bool, lane: Lane, turn: u32) -> Segment {
    let half = (turn & 1u) * MOST_PARTS;
    let own = lane.index / lane.width;
    if (lane.place == 0u) {
        segment_sums[half + own] = x;
        segment_cuts[half + own] = u32(cut);
    }
    workgroupBarrier();
    let parts = (WORKGROUP_SIZE + lane.width - 1u) / lane.width;
    var before = identity();
    var cut_before = false;
    var all = identity();
    var any_cut = false;
    for (var j = 0u; j < parts; j++) {
        if (j == own) {
            before = all;
            cut_before = any_cut;
        }
        let part = segment_sums[half + j];
        let here = segment_cuts[half + j] != 0u;
        all = select(join(all, part), part, here);
        any_cut = any_cut || here;
    }
    return Segment(before, all, cut_before, any_cut);
}

// The largest over all invocations; everyone gets it.
fn group_most(x: u32, lane: Lane, turn: u32) -> u32 {
    let half = (turn & 1u) * MOST_PARTS;
    let own = subgroupMax(x);
    if (lane.place == 0u) {
        segment_cuts[half + lane.index / lane.width] = own;
    }
    workgroupBarrier();
    let parts = (WORKGROUP_SIZE + lane.width - 1u) / lane.width;
    var all = 0u;
    for (var base = 0u; base < parts; base += lane.width) {
        all = max(all, segment_cuts[half + min(base + lane.place, parts - 1u)]);
    }
    return subgroupMax(all);
}
