//! expect error 5:5 bad-control-flow
//! expect error 6:5 bad-control-flow
//! expect error 9:13 bad-control-flow
fn f() {
    break;
    continue;
    loop {
        continuing {
            return;
        }
    }
}
