// 1 + the last lane of a ballot's, up to `place`; 0 where there is none.
fn last_of(ballot: vec4<u32>, place: u32) -> u32 {
    let own = place / 32u;
    let up_to = select(vec4(0u), vec4((2u << (place % 32u)) - 1u), vec4(0u, 1u, 2u, 3u) == vec4(own));
    let upper = ballot & select(up_to, vec4(~0u), vec4(0u, 1u, 2u, 3u) < vec4(own));
    let last = select(vec4(0u), vec4(32u, 64u, 96u, 128u) - countLeadingZeros(upper), upper != vec4(0u));
    return max(max(last.x, last.y), max(last.z, last.w));
}
