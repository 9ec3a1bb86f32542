//! expect error 3:8 unknown-extension
//! expect error 4:10 unknown-extension
enable raytracing;
requires time_travel;
