//! expect error 6:5 not-assignable
//! expect error 8:5 not-assignable
//! expect error 9:5 not-assignable
@group(0) @binding(0) var<storage, read> input: array<u32>;
fn f(x: i32) {
    x = 1;
    let y = 2;
    y += 1;
    input[0] = 3u;
}
