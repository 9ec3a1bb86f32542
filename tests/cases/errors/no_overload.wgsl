//! expect error 6:15 no-matching-overload
//! expect error 7:13 no-matching-overload
//! expect error 8:13 no-matching-overload
//! expect error 9:13 no-matching-overload
fn f(x: f32, i: i32) {
    let a = x + i;
    let b = max(x, i);
    let c = vec3<f32>(1.0, 2.0);
    let d = !x;
}
