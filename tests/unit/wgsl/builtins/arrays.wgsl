// Every form of the builtins for arrays.
@group(0) @binding(0) var<storage, read> g0: array<u32>;
@group(0) @binding(1) var<storage, read_write> g1: array<vec2<f32>>;
fn test() {
    _ = arrayLength(&g0);
    _ = arrayLength(&g1);
}
