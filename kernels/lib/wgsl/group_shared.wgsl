// Joining and scanning over a workgroup without subgroups. Its size is a power of two.
// What stands before this invocation, and what all of them have.
struct Spread {
    before: A,
    all: A,
}

var<workgroup> group_parts: array<A, WORKGROUP_SIZE>;

fn subgroup_scan(x: A, lane: Lane) -> Spread {
    return Spread(identity(), x);
}

// Over all invocations; everyone gets it.
fn group_join(x: A, lane: Lane, turn: u32) -> A {
    group_parts[lane.index] = x;
    workgroupBarrier();
    for (var d = WORKGROUP_SIZE / 2u; d > 0u; d >>= 1u) {
        if (lane.index < d) {
            group_parts[lane.index] = join(group_parts[lane.index], group_parts[lane.index + d]);
        }
        workgroupBarrier();
    }
    let all = group_parts[0];
    workgroupBarrier();
    return all;
}

fn group_scan(x: A, lane: Lane, turn: u32) -> Spread {
    var sum = x;
    group_parts[lane.index] = sum;
    workgroupBarrier();
    for (var d = 1u; d < WORKGROUP_SIZE; d <<= 1u) {
        if (lane.index >= d) {
            sum = join(group_parts[lane.index - d], sum);
        }
        workgroupBarrier();
        group_parts[lane.index] = sum;
        workgroupBarrier();
    }
    var before = identity();
    if (lane.index > 0u) {
        before = group_parts[lane.index - 1u];
    }
    let all = group_parts[WORKGROUP_SIZE - 1u];
    workgroupBarrier();
    return Spread(before, all);
}
