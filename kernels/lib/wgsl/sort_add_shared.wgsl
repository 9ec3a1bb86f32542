fn count_digit(copy: u32, digit: u32, lane: Lane) {
    if (digit < RADIX) {
        atomicAdd(&counters[copy + digit], 1u);
    }
}
