// First kernel of a sorting pass: how many keys of each digit a tile has. Counting is split over some
// copies, and a subgroup whose keys agree adds once: keys in order, or with few values, would queue
// for one counter else.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>; // by digit, then tile

const COPIES = 4u;
var<workgroup> counters: array<atomic<u32>, COPIES * RADIX>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        lane: Lane) {
    let tile = group.y * groups.x + group.x;
    if (tile >= params.tiles) {
        return;
    }
    let first = tile * TILE + lane.index;
    let copy = lane.index / (WORKGROUP_SIZE / COPIES) * RADIX;
    for (var k = lane.index; k < COPIES * RADIX; k += WORKGROUP_SIZE) {
        atomicStore(&counters[k], 0u);
    }
    workgroupBarrier();
    if (tile * TILE + TILE <= params.count) {
$each(k, ITEMS)
        let key$k = keys[first + $k * WORKGROUP_SIZE];
$end
$each(k, ITEMS)
        count_digit(copy, digit_of(key$k), lane);
$end
    } else {
        for (var k = 0u; k < ITEMS; k++) {
            var digit = RADIX;
            if (first + k * WORKGROUP_SIZE < params.count) {
                digit = digit_of(keys[first + k * WORKGROUP_SIZE]);
            }
            count_digit(copy, digit, lane);
        }
    }
    workgroupBarrier();
    if (lane.index < RADIX) {
        var sum = 0u;
        for (var k = 0u; k < COPIES; k++) {
            sum += atomicLoad(&counters[k * RADIX + lane.index]);
        }
        counts[lane.index * params.tiles + tile] = sum;
    }
}
