// Counters for each quarter of the workgroup. A subgroup whose keys agree adds once: keys in order, or with
// few values, would queue for one counter else.
const COPIES = 4u;

fn counter_of(digit: u32, copy: u32) -> u32 {
    return copy * RADIX + digit;
}
fn copy_of(lane: Lane) -> u32 {
    return lane.index / (WORKGROUP_SIZE / COPIES);
}
fn count_digit(digit: u32, lane: Lane) {
    let counter = counter_of(digit, copy_of(lane));
    if (subgroupAll(digit == subgroupBroadcastFirst(digit))) {
        if (lane.place == 0u && digit < RADIX) {
            atomicAdd(&counters[counter], lane.width);
        }
    } else if (digit < RADIX) {
        atomicAdd(&counters[counter], 1u);
    }
}
