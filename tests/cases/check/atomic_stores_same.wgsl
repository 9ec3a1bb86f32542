// Stores of one value: no order would change it.
//! dispatch 2
//! expect 0:0 values 9
//! expect no findings
@group(0) @binding(0) var<storage, read_write> found: atomic<u32>;

@compute @workgroup_size(64)
fn main() {
  atomicStore(&found, 9u);
}
