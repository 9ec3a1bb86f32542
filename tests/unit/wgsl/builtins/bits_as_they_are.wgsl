// Every form of the builtins for bits as they are.
fn test(x: f32, u: u32) {
    _ = bitcast<u32>(x);
    _ = bitcast<vec2<f32>>(vec2<u32>(u));
}
