// Every form of the builtins for atomics.
var<workgroup> g5: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> g6: atomic<i32>;
fn test(i: i32, u: u32) {
    _ = atomicLoad(&g6);
    _ = atomicLoad(&g5);
    atomicStore(&g6, i);
    atomicStore(&g5, u);
    _ = atomicAdd(&g6, i);
    _ = atomicAdd(&g5, u);
    _ = atomicSub(&g6, i);
    _ = atomicSub(&g5, u);
    _ = atomicMax(&g6, i);
    _ = atomicMax(&g5, u);
    _ = atomicMin(&g6, i);
    _ = atomicMin(&g5, u);
    _ = atomicAnd(&g6, i);
    _ = atomicAnd(&g5, u);
    _ = atomicOr(&g6, i);
    _ = atomicOr(&g5, u);
    _ = atomicXor(&g6, i);
    _ = atomicXor(&g5, u);
    _ = atomicExchange(&g6, i);
    _ = atomicExchange(&g5, u);
    _ = atomicCompareExchangeWeak(&g6, i, i);
    _ = atomicCompareExchangeWeak(&g5, u, u);
}
