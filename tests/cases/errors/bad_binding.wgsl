//! expect error 3:48 bad-binding
@group(0) @binding(1) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1) fn main() {
    a[0] = b[0];
}
