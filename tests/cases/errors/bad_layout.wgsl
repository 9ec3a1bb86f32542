//! expect error 3:12 bad-layout
//! expect error 4:12 bad-layout
struct T { @align(3) a: i32 }
struct S { @size(8) a: vec4<f32> }
