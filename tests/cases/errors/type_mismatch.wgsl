//! expect error 6:18 type-mismatch
//! expect error 7:8 type-mismatch
//! expect error 8:13 type-mismatch
//! expect error 9:12 type-mismatch
fn f(x: f32) -> i32 {
    let a: u32 = x;
    if (x) {}
    let b = x[0];
    return 1.5;
}
