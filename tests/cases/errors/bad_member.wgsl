//! expect error 6:15 bad-member
//! expect error 7:15 bad-member
//! expect error 8:15 bad-member
struct S { first: i32 }
fn f(s: S, v: vec2<f32>, x: i32) {
    let a = s.frist;
    let b = v.z;
    let c = x.y;
}
