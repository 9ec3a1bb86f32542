// Segments, four elements a lane: EB says which elements are heads, those a segment begins with.
alias EB = vec4<bool>;
alias EU = vec4<u32>;
const E_NUMBERS = vec4(0u, 1u, 2u, 3u);

fn e_any(h: EB) -> bool {
    return any(h);
}
// The largest of four.
fn e_most(v: EU) -> u32 {
    return max(max(v.x, v.y), max(v.z, v.w));
}
// Each element joined with those before it in its segment, and with `before` where v begins in one.
fn e_segmented_inclusive(v: EA, h: EB, before: A) -> EA {
    let x = select(join(before, v.x), v.x, h.x);
    let y = select(join(x, v.y), v.y, h.y);
    let z = select(join(y, v.z), v.z, h.z);
    return EA(x, y, z, select(join(z, v.w), v.w, h.w));
}
// Those before each element in its segment.
fn e_segmented_exclusive(v: EA, h: EB, before: A) -> EA {
    let x = select(before, identity(), h.x);
    let y = select(join(x, v.x), identity(), h.y);
    let z = select(join(y, v.y), identity(), h.z);
    return EA(x, y, z, select(join(z, v.z), identity(), h.w));
}
// From the last head on, all joined.
fn e_segmented_total(v: EA, h: EB) -> A {
    let y = select(join(v.x, v.y), v.y, h.y);
    let z = select(join(y, v.z), v.z, h.z);
    return select(join(z, v.w), v.w, h.w);
}
