// Each workgroup joins the values of a chunk of elements. The last takes the elements behind the
// last whole vector, too.
override WORKGROUP_SIZE: u32 = 256;
const ITEMS = $ITEMS; // loads on the way at once

struct Params {
    count: u32,    // elements
    chunk: u32,    // vectors a workgroup
    groups: u32,   // workgroups that have a chunk
    identity: u32, // bits
    operand: u32,  // bits, of `value`
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<E>;
@group(0) @binding(2) var<storage, read_write> dst: array<$R>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, lane: Lane) {
    let whole = params.count / E_LANES;
    let tail = params.count % E_LANES;
    let first = group.x * params.chunk;
    let end = min(first + params.chunk, whole);
    var sum: array<EA, ITEMS>;
    for (var k = 0u; k < ITEMS; k++) {
        sum[k] = EA(identity());
    }
    var i = first + lane.index;
    for (; i + (ITEMS - 1u) * WORKGROUP_SIZE < end; i += ITEMS * WORKGROUP_SIZE) {
        var v: array<E, ITEMS>;
        for (var k = 0u; k < ITEMS; k++) {
            v[k] = src[i + k * WORKGROUP_SIZE];
        }
        for (var k = 0u; k < ITEMS; k++) {
            sum[k] = e_join(sum[k], value(v[k]));
        }
    }
    for (; i < end; i += WORKGROUP_SIZE) {
        sum[0] = e_join(sum[0], value(src[i]));
    }
    if (tail > 0u && group.x == params.groups - 1u && lane.index == 0u) {
        sum[0] = e_join(sum[0], e_keep(value(src[whole]), tail, identity()));
    }
    for (var k = 1u; k < ITEMS; k++) {
        sum[0] = e_join(sum[0], sum[k]);
    }
    let all = group_join(e_total(sum[0]), lane, 0u);
    if (lane.index == 0u) {
        dst[group.x] = $R(all);
    }
}
