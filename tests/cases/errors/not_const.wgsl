//! expect error 6:11 not-const
//! expect error 8:15 not-const
//! expect error 9:23 not-const
//! expect error 10:18 not-const
override n = 4;
const a = n;
fn f(x: i32) {
    const b = x;
    var c: array<i32, x>;
    const_assert x == 1;
}
