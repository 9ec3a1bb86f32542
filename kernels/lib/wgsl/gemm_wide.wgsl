// Matrices of which four elements are read and written at once: rows begin at multiples of 4.
alias T = $T;
alias E = vec4<T>;
const UNIT = 4u;

fn keep(v: E, n: u32) -> E {
    return select(E(), v, vec4(0u, 1u, 2u, 3u) < vec4(n));
}
fn a_four(i: u32) -> E {
    return a[i];
}
fn b_four(i: u32) -> E {
    return b[i];
}
fn a_some(i: u32, n: u32) -> E {
    if (n == 0u) {
        return E();
    }
    return keep(a_four(i), n);
}
fn b_some(i: u32, n: u32) -> E {
    if (n == 0u) {
        return E();
    }
    return keep(b_four(i), n);
}
fn c_get(i: u32, n: u32) -> vec4<f32> {
    return vec4<f32>(c[i]);
}
fn c_put(i: u32, n: u32, v: vec4<f32>) {
    if (n == 4u) {
        c[i] = E(v);
        return;
    }
    c[i].x = T(v.x);
    if (n > 1u) {
        c[i].y = T(v.y);
    }
    if (n > 2u) {
        c[i].z = T(v.z);
    }
}
