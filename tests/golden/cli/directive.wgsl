//! dispatch 1
  //! bind 0:0 zeros f33 8
@compute @workgroup_size(1) fn main() {}
