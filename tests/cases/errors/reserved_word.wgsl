//! expect error 3:6 reserved-word
//! expect error 4:9 reserved-word
fn f(goto: i32) -> i32 {
    let __x = goto + goto; // each is reported once
    return __x;
}
