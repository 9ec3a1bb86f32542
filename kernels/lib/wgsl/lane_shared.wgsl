// An invocation without subgroups: each is one of its own.
struct Lane {
    @builtin(local_invocation_index) index: u32,
}
fn lane_width(lane: Lane) -> u32 {
    return 1u;
}
fn lane_place(lane: Lane) -> u32 {
    return 0u;
}
