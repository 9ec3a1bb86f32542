// Scans over the subgroup: sums have an operation for it.
fn subgroup_scan(x: A, lane: Lane) -> Spread {
    let before = subgroupExclusiveAdd(x);
    return Spread(before, subgroupShuffle(before + x, lane.width - 1u));
}
