// Scans over the subgroup by steps of 1, 2, 4, ... lanes, for operations that have none.
fn subgroup_scan(x: A, lane: Lane) -> Spread {
    var sum = x;
    for (var d = 1u; d < lane.width; d <<= 1u) {
        let other = subgroupShuffleUp(sum, d);
        sum = select(sum, join(other, sum), lane.place >= d);
    }
    let before = subgroupShuffleUp(sum, 1u);
    return Spread(select(identity(), before, lane.place > 0u),
                  subgroupShuffle(sum, lane.width - 1u));
}
