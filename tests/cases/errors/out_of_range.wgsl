//! expect error 7:15 out-of-range
//! expect error 8:15 out-of-range
//! expect error 9:22 out-of-range
//! expect error 10:29 out-of-range
//! expect error 11:17 out-of-range
fn f(a: array<i32, 4>, v: vec3<f32>, x: f32) {
    let b = a[4];
    let c = v[-1];
    let d = clamp(x, 2.0, 1.0);
    let e = extractBits(7u, 30u, 3u);
    let g = pow(0.0, 0.0);
}
