// Every form of the builtins for synchronisation.
var<workgroup> g2: u32;
var<workgroup> g3: vec2<f32>;
var<workgroup> g4: atomic<i32>;
var<workgroup> g5: atomic<u32>;
fn test() {
    storageBarrier();
    textureBarrier();
    workgroupBarrier();
    _ = workgroupUniformLoad(&g2);
    _ = workgroupUniformLoad(&g3);
    _ = workgroupUniformLoad(&g4);
    _ = workgroupUniformLoad(&g5);
}
