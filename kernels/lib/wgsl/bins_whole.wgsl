// Integers in bins of equal width, from lower up; how a bin is found is chosen when the plan is made.
// Bins fill the range, so that what is below (its distance wraps) or above it has a bin behind the last.
fn bin_of(v: T) -> u32 {
    return $bin;
}
