// Counters for each lane of 32, side by side: whatever their digits, no two meet in a bank.
const COPIES = 32u;

fn counter_of(digit: u32, copy: u32) -> u32 {
    return digit * COPIES + copy;
}
fn copy_of(lane: Lane) -> u32 {
    return lane.index % COPIES;
}
fn count_digit(digit: u32, lane: Lane) {
    if (digit < RADIX) {
        atomicAdd(&counters[counter_of(digit, copy_of(lane))], 1u);
    }
}
