//! expect error 3:9 not-enabled
//! expect error 4:12 not-enabled
fn f(x: f16) -> u32 {
    return subgroupAdd(1u);
}
