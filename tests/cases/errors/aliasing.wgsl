//! expect error 5:11 aliasing
var<private> a: i32;
fn f(p: ptr<private, i32>, q: ptr<private, i32>) { *p = *q; }
fn g() {
    f(&a, &a);
}
