// The best of a workgroup without subgroups. Its size is a power of two.
var<workgroup> best_values: array<A, WORKGROUP_SIZE>;
var<workgroup> best_indices: array<u32, WORKGROUP_SIZE>;

fn group_best(x: Best, lane: Lane) -> Best {
    var best = x;
    best_values[lane.index] = best.value;
    best_indices[lane.index] = best.index;
    workgroupBarrier();
    for (var d = WORKGROUP_SIZE / 2u; d > 0u; d >>= 1u) {
        if (lane.index < d) {
            best = better(best, Best(best_values[lane.index + d], best_indices[lane.index + d]));
            best_values[lane.index] = best.value;
            best_indices[lane.index] = best.index;
        }
        workgroupBarrier();
    }
    return best; // in the first invocation
}
