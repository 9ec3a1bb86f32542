//! expect error 4:13 syntax
//! expect error 5:14 syntax
fn f() {
    let x = ;
    let y = 1
}
