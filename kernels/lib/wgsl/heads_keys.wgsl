// A segment begins where an element's key is another than that of the element before.
@group(0) @binding(2) var<storage, read> segments: array<EU>;

fn heads(i: u32) -> EB {
    let keys = segments[i];
    let before = segments[max(i, 1u) - 1u];
    return keys != $keys_before;
}
