// What a decided && or || skips is not evaluated: its numbers need not fit, its calls do nothing.
//! dispatch 1
//! bind 0:0 zeros i32 2
//! expect 0:0 values 0 3
//! expect no findings
@group(0) @binding(0) var<storage, read_write> out: array<i32>;

fn marked(v: i32) -> i32 {
    out[0] = 7;
    return v;
}

@compute @workgroup_size(1)
fn main() {
    _ = false && (0 < marked(4294967295));
    if (true || marked(4294967295 + 1) == i32(1.0)) {
        out[1] = 3;
    }
}
