//! expect error 6:13 bad-call
//! expect error 7:13 bad-call
//! expect error 10:5 bad-call
fn f(x: i32) -> i32 { return x; }
@compute @workgroup_size(1) fn main() {
    let a = f();
    let b = f(1, 2);
}
fn g() {
    main();
}
