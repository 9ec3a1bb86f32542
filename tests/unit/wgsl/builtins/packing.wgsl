// Every form of the builtins for packing.
fn test(x: f32, i: i32, u: u32) {
    _ = pack4x8snorm(vec4<f32>(x));
    _ = pack4x8unorm(vec4<f32>(x));
    _ = pack4xI8(vec4<i32>(i));
    _ = pack4xU8(vec4<u32>(u));
    _ = pack4xI8Clamp(vec4<i32>(i));
    _ = pack4xU8Clamp(vec4<u32>(u));
    _ = pack2x16snorm(vec2<f32>(x));
    _ = pack2x16unorm(vec2<f32>(x));
    _ = pack2x16float(vec2<f32>(x));
    _ = unpack4x8snorm(u);
    _ = unpack4x8unorm(u);
    _ = unpack4xI8(u);
    _ = unpack4xU8(u);
    _ = unpack2x16snorm(u);
    _ = unpack2x16unorm(u);
    _ = unpack2x16float(u);
}
