// Names of types and functions that edits use mean something else.
// fix: refused out-of-bounds: every guard that was tried leaves it there
//! dispatch 1
//! bind 0:0 iota f32 20
alias u32 = i32;
fn arrayLength(p: i32) -> i32 { return p; }
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_id) l: vec3u) {
  let i = u32(l.x);
  dst[i] = src[i] + f32(arrayLength(0));
}
