// What scans are told: each workgroup has a chunk of whole tiles.
override WORKGROUP_SIZE: u32 = 256;
const ITEMS = $ITEMS; // vectors a lane and tile
override TILE = WORKGROUP_SIZE * ITEMS;

struct Params {
    count: u32,
    chunk: u32, // vectors a workgroup, whole tiles
    groups: u32,
    identity: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
