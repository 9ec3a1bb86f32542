//! expect error 2:4 recursion
fn f() { g(); }
fn g() { f(); }
