// Every form of the builtins for logical.
fn test(u: u32, b: bool) {
    _ = all(b);
    _ = all(vec2<bool>(b));
    _ = any(b);
    _ = any(vec2<bool>(b));
    _ = select(u, u, b);
    _ = select(vec3<u32>(u), vec3<u32>(u), b);
    _ = select(b, b, b);
    _ = select(vec3<bool>(b), vec3<bool>(b), b);
    _ = select(vec2<u32>(u), vec2<u32>(u), vec2<bool>(b));
    _ = select(vec3<bool>(b), vec3<bool>(b), vec3<bool>(b));
}
