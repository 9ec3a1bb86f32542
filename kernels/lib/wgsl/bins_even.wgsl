// Bins of equal width, from lower up. How an element's bin is found is chosen when the plan is made.
fn bin_of(v: T) -> u32 {
    let lower = bitcast<T>(params.lower);
    let bin = $bin;
    return select(~0u, bin, v >= lower && v $below bitcast<T>(params.upper));
}
