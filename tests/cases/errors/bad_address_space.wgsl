//! expect error 4:5 bad-address-space
//! expect error 5:14 bad-address-space
//! expect error 6:5 bad-address-space
var<function> a: i32;
var<private, read> b: i32;
var c: i32;
