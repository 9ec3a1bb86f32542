// Whether all keys of the subgroup have the digit, of whose lanes each says so of its own.
fn counts_once(same: bool, digit: u32, lane: Lane) -> bool {
    return subgroupAll(same && digit == subgroupBroadcastFirst(digit));
}
