// A float sum by compare-exchange on its bits, until it succeeds.
//! dispatch 4
//! expect 0:0 values 1132462080
//! expect finding order-dependent-atomics 11
@group(0) @binding(0) var<storage, read_write> sum: atomic<u32>;
@compute @workgroup_size(64)
fn main() {
  var old = atomicLoad(&sum);
  loop {
    let next = bitcast<u32>(bitcast<f32>(old) + 1.0);
    let r = atomicCompareExchangeWeak(&sum, old, next);
    if (r.exchanged) { break; }
    old = r.old_value;
  }
}
