// Bin b holds levels[b] <= v < levels[b + 1]; found by halving.
@group(0) @binding(3) var<storage, read> levels: array<T>;

fn bin_of(v: T) -> u32 {
    if (!(v >= levels[0] && v < levels[params.bins])) {
        return ~0u;
    }
    var low = 0u;
    var high = params.bins;
    while (high - low > 1u) {
        let middle = (low + high) / 2u;
        if (v >= levels[middle]) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
