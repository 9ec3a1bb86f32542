// A segment begins where an element's bit is 1: element i has bit i % 32 of word i / 32.
@group(0) @binding(2) var<storage, read> segments: array<u32>;

fn heads(i: u32) -> EB {
    let first = i * E_LANES;
    return ((EU(segments[first / 32u]) >> (EU(first % 32u) + E_NUMBERS)) & EU(1u)) != EU(0u);
}
