// Untyped memory, 16 bytes a lane.
alias E = vec4<u32>;

// Ones in the first `bytes` bytes.
fn byte_mask(bytes: u32) -> E {
    let left = clamp(vec4(i32(bytes)) - vec4(0, 4, 8, 12), vec4(0), vec4(4));
    return select((vec4(1u) << (vec4<u32>(left) * 8u)) - 1u, vec4(~0u), left == vec4(4));
}
