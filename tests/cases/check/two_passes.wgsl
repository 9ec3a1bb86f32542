// Dispatches come one after the other: what the first has written, the second may read.
//! pass make 4 ; pass use_it 4
//! bind 0:0 zeros u32 128
//! bind 0:1 zeros u32 128
//! expect 0:1 [0..2] values 127 126
//! expect no findings
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;

@compute @workgroup_size(32)
fn make(@builtin(global_invocation_id) id: vec3u) {
  a[id.x] = id.x;
}

@compute @workgroup_size(32)
fn use_it(@builtin(global_invocation_id) id: vec3u) {
  b[id.x] = a[127u - id.x];
}
