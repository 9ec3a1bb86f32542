//! expect error 6:9 non-uniform
//! expect error 10:9 non-uniform
var<workgroup> flag: u32;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    if (i < 32u) {
        workgroupBarrier();
    }
    loop {
        if (i == flag) { break; }
        workgroupBarrier();
    }
}
