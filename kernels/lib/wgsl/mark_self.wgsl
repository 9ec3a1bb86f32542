// Elements are tested themselves.
fn mark(i: u32, v: E) -> EA {
    return value(v);
}
