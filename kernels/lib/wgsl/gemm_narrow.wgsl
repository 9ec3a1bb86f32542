// Matrices that are read and written element by element.
alias T = $T;
alias E = T;
const UNIT = 1u;

fn a_four(i: u32) -> vec4<T> {
    return vec4(a[i], a[i + 1u], a[i + 2u], a[i + 3u]);
}
fn b_four(i: u32) -> vec4<T> {
    return vec4(b[i], b[i + 1u], b[i + 2u], b[i + 3u]);
}
fn a_some(i: u32, n: u32) -> vec4<T> {
    var v = vec4<T>();
    for (var j = 0u; j < n; j++) {
        v[j] = a[i + j];
    }
    return v;
}
fn b_some(i: u32, n: u32) -> vec4<T> {
    var v = vec4<T>();
    for (var j = 0u; j < n; j++) {
        v[j] = b[i + j];
    }
    return v;
}
fn c_get(i: u32, n: u32) -> vec4<f32> {
    var v = vec4(0.0);
    for (var j = 0u; j < n; j++) {
        v[j] = f32(c[i + j]);
    }
    return v;
}
fn c_put(i: u32, n: u32, v: vec4<f32>) {
    for (var j = 0u; j < n; j++) {
        c[i + j] = E(v[j]);
    }
}
