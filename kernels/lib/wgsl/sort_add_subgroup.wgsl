// Whether the subgroup's digits are one.
fn agree(digit: u32) -> bool {
    return subgroupAll(digit == subgroupBroadcastFirst(digit));
}

fn count_digit(copy: u32, digit: u32, lane: Lane) {
    if (!agree(digit)) {
        atomicAdd(&counters[copy + digit], 1u);
    } else if (lane.place == 0u) {
        atomicAdd(&counters[copy + digit], lane.width);
    }
}
