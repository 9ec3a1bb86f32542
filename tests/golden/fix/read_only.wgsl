// Two of three are only read; the third is written through a pointer.
//! dispatch 1
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage,read_write> b: array<u32>; // no blank
@group(0) @binding(2) var<storage, read_write> c: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  let p = &c[lane];
  *p = a[lane] + b[lane];
}
