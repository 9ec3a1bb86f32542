// Elements, one a lane: for ranges that cannot be bound as vectors.
alias T = $T;
alias A = $A;
alias E = T;
alias EA = A;
const E_LANES = 1u;

fn e_keep(v: EA, n: u32, other: A) -> EA {
    return select(other, v, n > 0u);
}
fn e_merge(v: E, n: u32, rest: E) -> E {
    return select(rest, v, n > 0u);
}
fn e_at(v: E, i: u32) -> T {
    return v;
}
fn ea_at(v: EA, i: u32) -> A {
    return v;
}
