//! expect error 7:11 const-eval
//! expect error 8:16 const-eval
//! expect error 9:11 const-eval
//! expect error 10:11 const-eval
//! expect error 11:11 const-eval
//! expect error 13:16 const-eval
const a = 1 / 0;
const b: i32 = 2147483647 + 1;
const c = 1u << 32u;
const d = 1e38f * 10.0f;
const e = sqrt(-1.0);
fn f(x: i32) -> i32 {
    return x % 0;
}
