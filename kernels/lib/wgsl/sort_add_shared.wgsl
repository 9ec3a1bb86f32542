fn agree(digit: u32) -> bool {
    return false;
}

fn count_digit(copy: u32, digit: u32, lane: Lane) {
    atomicAdd(&counters[copy + digit], 1u);
}
