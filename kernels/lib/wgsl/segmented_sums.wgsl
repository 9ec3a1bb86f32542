// The first pass of a segmented scan: each workgroup joins what its chunk has from the last head on. It
// goes through the chunk from the end, and ends with the tile that has a head: short segments cost
// next to nothing. Nobody needs the last chunk's, so that chunks are whole tiles.
@group(0) @binding(1) var<storage, read> src: array<E>;
@group(0) @binding(3) var<storage, read_write> sums: array<vec2<u32>>; // bits, whether there is a head

var<workgroup> shared_last: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, lane: Lane) {
    let first = group.x * params.chunk;
    var sum = EA(identity());
    var last = 0u; // 1 + where the last head is among the vectors' elements
    var turn = 0u;
    for (var end = first + params.chunk; end > first && last == 0u; end -= TILE) {
        let at = end - TILE + lane.index;
        var found = EU(0u);
$each(k, ITEMS)
        let v$k = EA(src[at + $k * WORKGROUP_SIZE]);
        let n$k = EU((at + $k * WORKGROUP_SIZE) * E_LANES + 1u) + E_NUMBERS;
        found = max(found, select(EU(0u), n$k, heads(at + $k * WORKGROUP_SIZE)));
$end
        let most = group_most(e_most(found), lane, turn);
        if (lane.index == 0u) {
            shared_last = most;
        }
        last = workgroupUniformLoad(&shared_last);
$each(k, ITEMS)
        sum = select(sum, e_join(sum, v$k), n$k >= EU(last));
$end
        turn++;
    }
    let all = group_join(e_total(sum), lane, 0u);
    if (lane.index == 0u) {
        sums[group.x] = vec2(bitcast<u32>(all), u32(last > 0u));
    }
}
