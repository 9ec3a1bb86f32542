// Each workgroup counts into bins of its own, in several copies so that lanes with equal values get
// out of each other's way, and adds what it has to the result. Where the workgroup's memory cannot hold
// all bins, workgroups count one slice of the bins each.
override WORKGROUP_SIZE: u32 = 256;
override BINS: u32 = 256; // of a slice
override COPIES: u32 = 1; // a power of two
override TURN = max(32u / COPIES, 1u); // bins with one copy in as many banks
const ITEMS = $ITEMS; // loads on the way at once

struct Params {
    count: u32,
    chunk: u32,  // vectors a workgroup
    groups: u32, // workgroups a slice
    bins: u32,   // of all slices
    lower: u32,  // bits
    upper: u32,
    scale: u32, // bits
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<E>;
@group(0) @binding(2) var<storage, read_write> histogram: array<atomic<u32>>;

var<workgroup> counts: array<atomic<u32>, BINS * COPIES>;

fn count(v: T, slice: u32, copy: u32) {
    let bin = bin_of(v) - slice * BINS;
    if (bin < BINS) {
        atomicAdd(&counts[bin * COPIES + copy], 1u);
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>,
        @builtin(local_invocation_index) lane: u32) {
    let slice = $slice;
    let copy = lane % COPIES;
    let whole = params.count / E_LANES;
    let first = group.x * params.chunk;
    let end = min(first + params.chunk, whole);
    // Workgroup memory begins as zeros.
    var i = first + lane;
    for (; i + (ITEMS - 1u) * WORKGROUP_SIZE < end; i += ITEMS * WORKGROUP_SIZE) {
        var v: array<E, ITEMS>;
        for (var k = 0u; k < ITEMS; k++) {
            v[k] = src[i + k * WORKGROUP_SIZE];
        }
        for (var k = 0u; k < ITEMS; k++) {
            for (var e = 0u; e < E_LANES; e++) {
                count(e_at(v[k], e), slice, copy);
            }
        }
    }
    for (; i < end; i += WORKGROUP_SIZE) {
        let v = src[i];
        for (var e = 0u; e < E_LANES; e++) {
            count(e_at(v, e), slice, copy);
        }
    }
    if (group.x == params.groups - 1u && lane < params.count % E_LANES) {
        count(e_at(src[whole], lane), slice, copy);
    }
    workgroupBarrier();
    for (var b = lane; b < BINS && slice * BINS + b < params.bins; b += WORKGROUP_SIZE) {
        var sum = 0u;
        for (var c = 0u; c < COPIES; c++) {
            sum += atomicLoad(&counts[b * COPIES + ((c + b / TURN) & (COPIES - 1u))]);
        }
        if (sum > 0u) {
            atomicAdd(&histogram[slice * BINS + b], sum);
        }
    }
}
