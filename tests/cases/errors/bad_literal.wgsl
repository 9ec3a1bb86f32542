//! expect error 5:11 bad-literal
//! expect error 6:11 bad-literal
//! expect error 7:11 bad-literal
//! expect error 8:11 bad-literal
const a = 0x;
const b = 1e400;
const c = 3000000000i;
const d = 012;
