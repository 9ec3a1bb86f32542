//! expect error 4:14 assertion-failed
//! expect error 6:18 assertion-failed
const n = 3;
const_assert n % 2 == 0;
fn f() {
    const_assert n > 4;
}
