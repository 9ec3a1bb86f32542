//! expect error 5:5 unused-result
//! expect error 6:5 unused-result
@must_use fn f() -> i32 { return 1; }
fn g() {
    f();
    max(1, 2);
}
