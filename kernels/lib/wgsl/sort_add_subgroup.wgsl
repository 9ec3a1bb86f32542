fn count_digit(copy: u32, digit: u32, lane: Lane) {
    if (subgroupAll(digit == subgroupBroadcastFirst(digit))) {
        if (lane.place == 0u && digit < RADIX) {
            atomicAdd(&counters[copy + digit], lane.width);
        }
    } else if (digit < RADIX) {
        atomicAdd(&counters[copy + digit], 1u);
    }
}
