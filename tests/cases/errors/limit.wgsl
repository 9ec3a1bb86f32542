//! expect error 3:11 limit
//! expect error 5:9 limit
alias A = array<array<u32, 65536>, 65536>;
fn f() {
    var a: array<u32, 40000>;
}
