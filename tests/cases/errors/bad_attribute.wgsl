//! expect error 4:2 bad-attribute
//! expect error 5:1 bad-attribute
//! expect error 6:11 bad-attribute
@sparkling fn f() {}
@size(4) var<private> a: i32;
@must_use @must_use fn g() -> i32 { return 1; }
