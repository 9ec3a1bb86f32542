// An invocation in its subgroup, of any size from 4 up. Invocations are taken to be numbered through the
// subgroups in order, as they are in workgroups of one dimension.
override SUBGROUP_LEAST: u32 = 4; // lanes of the smallest subgroups there are
override MOST_PARTS = WORKGROUP_SIZE / SUBGROUP_LEAST;

struct Lane {
    @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_size) width: u32,
    @builtin(subgroup_invocation_id) place: u32,
}
fn lane_width(lane: Lane) -> u32 {
    return lane.width;
}
fn lane_place(lane: Lane) -> u32 {
    return lane.place;
}
