// Floats in bins of equal width, from lower up.
fn bin_of(v: T) -> u32 {
    let lower = bitcast<T>(params.lower);
    let bin = $bin;
    return select(~0u, bin, v >= lower && v < bitcast<T>(params.upper));
}
