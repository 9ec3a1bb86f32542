// What other languages write otherwise: one error each, and no more.
@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
    float x = 1.0;
    vec3<f32> y;
    for (int i = 0; i < 4; i++) {
        data[i] = x;
    }
    ++data[lane];
    let z = lane > 3u ? 1.0 : 2.0;
}
