//! expect error 6:1 missing-return
fn f(x: bool) -> i32 {
    if (x) {
        return 1;
    }
}
