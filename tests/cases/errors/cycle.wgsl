//! expect error 3:7 cycle
//! expect error 5:8 cycle
const a = b;
const b = a;
struct S { s: array<S, 2> }
