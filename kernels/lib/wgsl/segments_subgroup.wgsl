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

var<workgroup> segment_sums: array<A, WORKGROUP_SIZE / 2u>;
var<workgroup> segment_cuts: array<u32, WORKGROUP_SIZE / 2u>;

// Steps of 1, 2, 4, ... lanes that do not pass a head.
fn subgroup_segments(x: A, cut: bool, lane: Lane) -> Segment {
    let ballot = subgroupBallot(cut);
    let last = last_of(ballot, lane.place);
    let reach = lane.place + 1u - max(last, 1u);
    var sum = x;
    for (var d = 1u; d < lane.width; d <<= 1u) {
        let other = subgroupShuffleUp(sum, d);
        sum = select(sum, join(other, sum), d <= reach);
    }
    let before = subgroupShuffleUp(sum, 1u);
    let last_before = subgroupShuffleUp(last, 1u);
    return Segment(select(identity(), before, lane.place > 0u),
                   subgroupShuffle(sum, lane.width - 1u),
                   lane.place > 0u && last_before > 0u, any(ballot != vec4(0u)));
}

// Over the subgroups: each gives one value, the same in all its lanes.
fn group_segments(x: A, cut: bool, lane: Lane, turn: u32) -> Segment {
    let half = (turn & 1u) * MOST_PARTS;
    let own = lane.index / lane.width;
    if (lane.place == 0u) {
        segment_sums[half + own] = x;
        segment_cuts[half + own] = u32(cut);
    }
    workgroupBarrier();
    let parts = (WORKGROUP_SIZE + lane.width - 1u) / lane.width;
    var last_before = 0u;
    var last = 0u;
    for (var j = lane.place; j < parts; j += lane.width) {
        let here = select(0u, j + 1u, segment_cuts[half + j] != 0u);
        last = max(last, here);
        last_before = max(last_before, select(0u, here, j < own));
    }
    last = subgroupMax(last);
    last_before = subgroupMax(last_before);
    var before = identity();
    var all = identity();
    for (var j = lane.place; j < parts; j += lane.width) {
        let part = segment_sums[half + j];
        all = select(all, join(all, part), j + 1u >= last);
        before = select(before, join(before, part), j < own && j + 1u >= last_before);
    }
    return Segment(subgroup_join(before), subgroup_join(all), last_before > 0u, last > 0u);
}

// The largest over all invocations; everyone gets it.
fn group_most(x: u32, lane: Lane, turn: u32) -> u32 {
    let half = (turn & 1u) * MOST_PARTS;
    let own = subgroupMax(x);
    if (lane.place == 0u) {
        segment_cuts[half + lane.index / lane.width] = own;
    }
    workgroupBarrier();
    var all = 0u;
    for (var j = lane.place; j < (WORKGROUP_SIZE + lane.width - 1u) / lane.width; j += lane.width) {
        all = max(all, segment_cuts[half + j]);
    }
    return subgroupMax(all);
}
