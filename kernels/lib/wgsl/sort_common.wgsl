// Radix sort: what its kernels share. A pass sorts by one digit, stably: counts of each chunk and digit,
// where each chunk's keys of a digit go, and the move itself, in which a workgroup takes the tiles of
// its chunk one after the other. No workgroup waits for another.
override WORKGROUP_SIZE: u32 = 256;
override BITS: u32 = 8;
override DESCENDING: bool = false;
const ITEMS = $ITEMS; // keys an invocation
override TILE = WORKGROUP_SIZE * ITEMS;
override RADIX = 1u << BITS;

struct Params {
    count: u32,
    tiles: u32,
    chunk: u32,  // tiles a workgroup
    groups: u32, // workgroups that have a chunk
    shift: u32,
    mask: u32,
    identity: u32, // of sums: 0
}

// The key's bits so that their order as numbers is the keys' order.
fn sortable(key: u32) -> u32 {
    let bits = $sortable;
    return select(bits, ~bits, DESCENDING);
}
fn digit_of(key: u32) -> u32 {
    return (sortable(key) >> params.shift) & params.mask;
}
