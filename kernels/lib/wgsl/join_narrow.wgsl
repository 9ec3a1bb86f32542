// The operation, on single elements.
fn join(a: A, b: A) -> A {
    return $join;
}
fn e_join(a: EA, b: EA) -> EA {
    return join(a, b);
}
fn e_total(v: EA) -> A {
    return v;
}
fn e_inclusive(v: EA, before: A) -> EA {
    return join(before, v);
}
fn e_exclusive(v: EA, before: A) -> EA {
    return before;
}
fn identity() -> A {
    return bitcast<A>(params.identity);
}
