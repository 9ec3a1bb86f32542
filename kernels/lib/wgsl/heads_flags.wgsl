// A segment begins where the word beside an element is not 0.
@group(0) @binding(2) var<storage, read> segments: array<EU>;

fn heads(i: u32) -> EB {
    return segments[i] != EU(0u);
}
