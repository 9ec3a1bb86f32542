// Elements, four a lane: E in memory, EA in arithmetic.
alias T = $T;
alias A = $A;
alias E = vec4<T>;
alias EA = vec4<A>;
const E_LANES = 4u;

// The first `n` of v, then others.
fn e_keep(v: EA, n: u32, other: A) -> EA {
    return select(EA(other), v, vec4(0u, 1u, 2u, 3u) < vec4(n));
}
fn e_merge(v: E, n: u32, rest: E) -> E {
    return select(rest, v, vec4(0u, 1u, 2u, 3u) < vec4(n));
}
fn e_at(v: E, i: u32) -> T {
    return v[i];
}
// A bit for each element that is 1.
fn e_mask(v: vec4<u32>) -> u32 {
    return v.x | (v.y << 1u) | (v.z << 2u) | (v.w << 3u);
}
