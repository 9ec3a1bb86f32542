// The accesses are in functions, the storage is a buffer, and a subgroup operation is no barrier.
//! dispatch 2
//! bind 0:0 iota u32 128
enable subgroups;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> scratch: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

fn put(i: u32, v: u32) {
	scratch[i] = v;
}
fn take(i: u32) -> u32 {
	return scratch[i];
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
	put(id.x, src[id.x]);
	let most = subgroupMax(src[id.x]);
	dst[id.x] = take(id.x - lane + 63u - lane) + most;
}
