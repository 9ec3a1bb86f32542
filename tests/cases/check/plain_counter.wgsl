// A counter that is not atomic: the read and the write of every invocation race with those of others.
//! dispatch 2
//! expect finding data-race 8 8
@group(0) @binding(0) var<storage, read_write> total: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
  total += lane;
}
