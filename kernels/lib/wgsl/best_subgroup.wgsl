// The best of a workgroup, by subgroups.
var<workgroup> best_values: array<A, MOST_PARTS>;
var<workgroup> best_indices: array<u32, MOST_PARTS>;

fn subgroup_best(b: Best) -> Best {
    let value = $subgroup_join(b.value);
    return Best(value, subgroupMin(select(~0u, b.index, b.value == value)));
}

fn group_best(x: Best, lane: Lane) -> Best {
    let own = subgroup_best(x);
    if (lane.place == 0u) {
        best_values[lane.index / lane.width] = own.value;
        best_indices[lane.index / lane.width] = own.index;
    }
    workgroupBarrier();
    var best = own;
    let parts = (WORKGROUP_SIZE + lane.width - 1u) / lane.width;
    for (var j = lane.place; j < parts; j += lane.width) {
        best = better(best, Best(best_values[j], best_indices[j]));
    }
    return subgroup_best(best);
}
