//! expect error 9:11 const-eval
//! expect error 10:16 const-eval
//! expect error 11:11 const-eval
//! expect error 12:11 const-eval
//! expect error 13:11 const-eval
//! expect error 14:21 const-eval
//! expect error 15:11 const-eval
//! expect error 17:16 const-eval
const a = 1 / 0;
const b: i32 = 2147483647 + 1;
const c = 1u << 32u;
const d = 1e38f * 10.0f;
const e = sqrt(-1.0);
const g = vec3<i32>(vec2(9223372036854775807, 7), 1); // no error follows from another
const h = (1 / 0) / 0 + g.x;
fn f(x: i32) -> i32 {
    return x % 0;
}
