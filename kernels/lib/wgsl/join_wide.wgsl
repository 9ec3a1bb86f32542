// The operation.
fn join(a: A, b: A) -> A {
    return $join;
}
fn e_join(a: EA, b: EA) -> EA {
    return $join;
}
fn e_total(v: EA) -> A {
    return join(join(v.x, v.y), join(v.z, v.w));
}
// Each element joined with those before it, and with `before`.
fn e_inclusive(v: EA, before: A) -> EA {
    let x = join(before, v.x);
    let y = join(x, v.y);
    let z = join(y, v.z);
    return EA(x, y, z, join(z, v.w));
}
// Those before each element.
fn e_exclusive(v: EA, before: A) -> EA {
    let x = join(before, v.x);
    let y = join(x, v.y);
    return EA(before, x, y, join(y, v.z));
}
fn identity() -> A {
    return bitcast<A>(params.identity);
}
