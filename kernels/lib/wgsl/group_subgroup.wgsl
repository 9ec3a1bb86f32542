// Joining and scanning over a workgroup, by subgroups.
//
// Callers count their calls in `turn`: calls that follow each other use different halves of the
// workgroup's memory, so that one barrier a call is enough.
// What stands before this invocation (or subgroup), and what all of them have.
struct Spread {
    before: A,
    all: A,
}

var<workgroup> group_parts: array<A, 2u * MOST_PARTS>;

fn subgroup_join(x: A) -> A {
    return $subgroup_join(x);
}

fn group_share(x: A, lane: Lane, half: u32) -> u32 {
    if (lane.place == 0u) {
        group_parts[half + lane.index / lane.width] = x;
    }
    workgroupBarrier();
    return (WORKGROUP_SIZE + lane.width - 1u) / lane.width;
}

// Over all invocations; everyone gets it.
fn group_join(x: A, lane: Lane, turn: u32) -> A {
    let half = (turn & 1u) * MOST_PARTS;
    let parts = group_share(subgroup_join(x), lane, half);
    var all = identity();
    for (var j = lane.place; j < parts; j += lane.width) {
        all = join(all, group_parts[half + j]);
    }
    return subgroup_join(all);
}

// Over the subgroups: each gives one value, the same in all its lanes.
fn group_scan(x: A, lane: Lane, turn: u32) -> Spread {
    let half = (turn & 1u) * MOST_PARTS;
    let parts = group_share(x, lane, half);
    let own = lane.index / lane.width;
    var before = identity();
    var all = identity();
    for (var j = lane.place; j < parts; j += lane.width) {
        let part = group_parts[half + j];
        all = join(all, part);
        before = select(before, join(before, part), j < own);
    }
    return Spread(subgroup_join(before), subgroup_join(all));
}
