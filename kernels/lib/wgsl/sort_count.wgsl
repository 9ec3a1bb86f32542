// First kernel of a sorting pass: how many keys of each digit a chunk has, counted in several copies.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>; // by digit, then chunk

var<workgroup> counters: array<atomic<u32>, COPIES * RADIX>; // zeros at first

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, lane: Lane) {
    let begin = group.x * params.chunk * TILE;
    let end = min(begin + params.chunk * TILE, params.count);
    var first = begin + lane.index;
    for (var whole = (end - begin) / TILE; whole > 0u; whole--) {
$each(k, ITEMS)
        let key$k = keys[first + $k * WORKGROUP_SIZE];
$end
$each(k, ITEMS)
        count_digit(digit_of(key$k), lane);
$end
        first += TILE;
    }
    for (var left = (end - begin) % TILE; left > 0u; left -= min(left, WORKGROUP_SIZE)) {
        var digit = RADIX;
        if (lane.index < left) {
            digit = digit_of(keys[first]);
        }
        count_digit(digit, lane);
        first += WORKGROUP_SIZE;
    }
    workgroupBarrier();
    if (lane.index < RADIX) {
        var sum = 0u;
        for (var k = 0u; k < COPIES; k++) {
            sum += atomicLoad(&counters[counter_of(lane.index, (k + lane.index) % COPIES)]);
        }
        counts[lane.index * params.groups + group.x] = sum;
    }
}
