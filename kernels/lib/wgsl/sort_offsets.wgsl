// Second kernel of a sorting pass: a workgroup a digit makes of the chunks' counts where each chunk's
// keys of the digit begin among all keys of the digit, and how many those are.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>; // by digit, then chunk
@group(0) @binding(2) var<storage, read_write> totals: array<u32>; // by digit

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, lane: Lane) {
    let row = group.x * params.groups;
    var carry = 0u;
    var turn = 0u;
    for (var base = 0u; base < params.groups; base += WORKGROUP_SIZE * 4u) {
        var v = array<u32, 4>(); // zeros at every turn
        var sum = 0u;
        let at = base + lane.index * 4u;
        for (var k = 0u; k < 4u; k++) {
            if (at + k < params.groups) {
                v[k] = counts[row + at + k];
            }
            sum += v[k];
        }
        let s = subgroup_scan(sum, lane);
        let g = group_scan(s.all, lane, turn);
        var start = carry + g.before + s.before;
        for (var k = 0u; k < 4u; k++) {
            if (at + k < params.groups) {
                counts[row + at + k] = start;
            }
            start += v[k];
        }
        carry += g.all;
        turn++;
    }
    if (lane.index == 0u) {
        totals[group.x] = carry;
    }
}
