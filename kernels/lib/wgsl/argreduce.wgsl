// Each workgroup finds the best value of its chunk and where it first stands. Candidates are pairs
// (bits of the value, index); the second pass reads the pairs of the first.
override WORKGROUP_SIZE: u32 = 256;

struct Params {
    count: u32,
    chunk: u32, // elements a workgroup
    groups: u32,
    identity: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<$S>;
@group(0) @binding(2) var<storage, read_write> dst: array<vec2<u32>>; // index, bits

alias A = $A;

struct Best {
    value: A,
    index: u32,
}

fn better(a: Best, b: Best) -> Best {
    let take_b = b.value $before a.value || (b.value == a.value && b.index < a.index);
    return Best(select(a.value, b.value, take_b), select(a.index, b.index, take_b));
}

fn candidate(i: u32) -> Best {
    return $candidate;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, lane: Lane) {
    let first = group.x * params.chunk;
    let end = min(first + params.chunk, params.count);
    var best = Best(bitcast<A>(params.identity), ~0u);
    for (var i = first + lane.index; i < end; i += WORKGROUP_SIZE) {
        best = better(best, candidate(i));
    }
    best = group_best(best, lane);
    if (lane.index == 0u) {
        dst[group.x] = vec2(best.index, bitcast<u32>(best.value));
    }
}
