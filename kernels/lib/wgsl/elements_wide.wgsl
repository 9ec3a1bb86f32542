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
fn ea_at(v: EA, i: u32) -> A {
    return v[i];
}
