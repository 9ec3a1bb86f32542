// Segments, one element a lane: EB says whether it is a head, with which a segment begins.
alias EB = bool;
alias EU = u32;
const E_NUMBERS = 0u;

fn e_any(h: EB) -> bool {
    return h;
}
fn e_most(v: EU) -> u32 {
    return v;
}
fn e_segmented_inclusive(v: EA, h: EB, before: A) -> EA {
    return select(join(before, v), v, h);
}
fn e_segmented_exclusive(v: EA, h: EB, before: A) -> EA {
    return select(before, identity(), h);
}
fn e_segmented_total(v: EA, h: EB) -> A {
    return v;
}
