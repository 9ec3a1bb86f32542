// For subgroups of up to 32: 1 + the last lane of a ballot's, up to `place`; 0 where there is none.
fn last_of(ballot: vec4<u32>, place: u32) -> u32 {
    return 32u - countLeadingZeros(ballot.x & ((2u << place) - 1u));
}
