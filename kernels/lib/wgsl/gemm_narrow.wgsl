// Matrices that are read and written element by element.
alias E = $T;

fn a_four(i: u32) -> vec4<f32> {
    return vec4(f32(a[i]), f32(a[i + 1u]), f32(a[i + 2u]), f32(a[i + 3u]));
}
fn b_four(i: u32) -> vec4<f32> {
    return vec4(f32(b[i]), f32(b[i + 1u]), f32(b[i + 2u]), f32(b[i + 3u]));
}
fn a_some(i: u32, n: u32) -> vec4<f32> {
    var v = vec4(0.0);
    for (var j = 0u; j < n; j++) {
        v[j] = f32(a[i + j]);
    }
    return v;
}
fn b_some(i: u32, n: u32) -> vec4<f32> {
    var v = vec4(0.0);
    for (var j = 0u; j < n; j++) {
        v[j] = f32(b[i + j]);
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
