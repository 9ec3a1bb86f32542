// Segmented scans over a workgroup without subgroups. Its size is a power of two.
//
// What stands before this invocation from the last head on, and whether there is one; the same of
// all of them.
struct Segment {
    before: A,
    all: A,
    cut: bool,
    any_cut: bool,
}

var<workgroup> segment_sums: array<A, WORKGROUP_SIZE>;
var<workgroup> segment_cuts: array<u32, WORKGROUP_SIZE>;

fn subgroup_segments(x: A, cut: bool, lane: Lane) -> Segment {
    return Segment(identity(), x, false, cut);
}

fn group_segments(x: A, own_cut: bool, lane: Lane, turn: u32) -> Segment {
    var sum = x;
    var cut = u32(own_cut);
    segment_sums[lane.index] = sum;
    segment_cuts[lane.index] = cut;
    workgroupBarrier();
    for (var d = 1u; d < WORKGROUP_SIZE; d <<= 1u) {
        if (lane.index >= d) {
            sum = select(join(segment_sums[lane.index - d], sum), sum, cut != 0u);
            cut |= segment_cuts[lane.index - d];
        }
        workgroupBarrier();
        segment_sums[lane.index] = sum;
        segment_cuts[lane.index] = cut;
        workgroupBarrier();
    }
    var before = identity();
    var cut_before = 0u;
    if (lane.index > 0u) {
        before = segment_sums[lane.index - 1u];
        cut_before = segment_cuts[lane.index - 1u];
    }
    let all = segment_sums[WORKGROUP_SIZE - 1u];
    let any_cut = segment_cuts[WORKGROUP_SIZE - 1u];
    workgroupBarrier();
    return Segment(before, all, cut_before != 0u, any_cut != 0u);
}

// The largest over all invocations; everyone gets it.
fn group_most(x: u32, lane: Lane, turn: u32) -> u32 {
    segment_cuts[lane.index] = x;
    workgroupBarrier();
    for (var d = WORKGROUP_SIZE / 2u; d > 0u; d >>= 1u) {
        if (lane.index < d) {
            segment_cuts[lane.index] = max(segment_cuts[lane.index], segment_cuts[lane.index + d]);
        }
        workgroupBarrier();
    }
    let all = segment_cuts[0];
    workgroupBarrier();
    return all;
}
