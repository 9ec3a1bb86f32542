//! expect error 5:5 unresolved-identifier
//! expect error 6:12 unresolved-identifier
//! expect error 7:12 unresolved-identifier
fn f(count: i32) -> i32 {
    missing();
    let x: floot = 1;
    return cuont;
}
