// Flags beside the elements say which are chosen.
@group(0) @binding(5) var<storage, read> flags: array<$M>;

fn mark(i: u32, v: E) -> EA {
    return value(flags[i]);
}
