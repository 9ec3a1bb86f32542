// Untyped memory, 4 bytes a lane.
alias E = u32;

// Ones in the first `bytes` bytes.
fn byte_mask(bytes: u32) -> E {
    return select((1u << (bytes * 8u)) - 1u, ~0u, bytes >= 4u);
}
