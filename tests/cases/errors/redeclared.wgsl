//! expect error 4:4 redeclared
//! expect error 6:9 redeclared
const a = 1;
fn a() {}
fn f(x: i32) {
    let x = 1;
}
