// What other languages call otherwise.
@group(0) @binding(0) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {
    let v = float4(1.0);
    let u = uint(data[lane]);
    let m: mat4 = mat4x4f();
    let l = lerp(1.0, 2.0, 0.5);
    let p = mul(m, v);
    let t = gl_GlobalInvocationID.x + threadIdx.x;
    GroupMemoryBarrierWithGroupSync();
    data[lane] = texture2D(lane, 0.5);
}
