//! expect error 5:11 bad-type
//! expect error 6:11 bad-type
//! expect error 7:24 bad-type
//! expect error 8:18 bad-type
alias A = array<i32, 2, 3>;
alias B = vec3<bool, bool>;
var<private> c: mat2x2<i32>;
alias D = atomic<f32>;
