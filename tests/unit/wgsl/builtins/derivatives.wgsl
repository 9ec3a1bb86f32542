// Every form of the builtins for derivatives.
diagnostic(off, derivative_uniformity);
fn test(x: f32) {
    _ = dpdx(x);
    _ = dpdx(vec3<f32>(x));
    _ = dpdxCoarse(x);
    _ = dpdxCoarse(vec3<f32>(x));
    _ = dpdxFine(x);
    _ = dpdxFine(vec3<f32>(x));
    _ = dpdy(x);
    _ = dpdy(vec3<f32>(x));
    _ = dpdyCoarse(x);
    _ = dpdyCoarse(vec3<f32>(x));
    _ = dpdyFine(x);
    _ = dpdyFine(vec3<f32>(x));
    _ = fwidth(x);
    _ = fwidth(vec3<f32>(x));
    _ = fwidthCoarse(x);
    _ = fwidthCoarse(vec3<f32>(x));
    _ = fwidthFine(x);
    _ = fwidthFine(vec3<f32>(x));
}
