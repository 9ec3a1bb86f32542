// Third kernel of a sorting pass: a workgroup puts each tile of its chunk in order of the digit in the
// workgroup's memory, from where keys of one digit go to their place side by side.
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>; // where a chunk's keys of a digit begin
@group(0) @binding(3) var<storage, read_write> totals: array<u32>; // keys of each digit
@group(0) @binding(4) var<storage, read_write> to_keys: array<u32>;
$bindings

override POOL: u32 = 4096; // words: the tile, or what ranking needs
var<workgroup> pool: array<u32, POOL>;
$ranking_memory
var<workgroup> offsets: array<u32, RADIX>; // from a digit's place in the tile to that in the result

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, lane: Lane) {
    // Where the chunk's next key of the digit of the invocation's index goes.
    var all = 0u;
    if (lane.index < RADIX) {
        all = totals[lane.index];
    }
    let t = subgroup_scan(all, lane);
    var next = group_scan(t.all, lane, 0u).before + t.before;
    if (lane.index < RADIX) {
        next += counts[lane.index * params.groups + group.x];
    }
    let base = $base;
    let step = $step;
    let begin = group.x * params.chunk;
    let end = min(begin + params.chunk, params.tiles);
    var turn = 1u;
    for (var tile = begin; tile < end; tile++) {
        let first = tile * TILE;
        let filled = min(TILE, params.count - first);
$each(k, ITEMS)
        var key$k: u32;
        var rank$k: u32; // in the tile
$end
        if (filled == TILE) {
$each(k, ITEMS)
            key$k = keys[first + base + $k * step];
$end
        } else {
            // Places behind the last key rank behind it: they have the highest digit, and come last.
$each(k, ITEMS)
            key$k = $last;
            if (base + $k * step < filled) {
                key$k = keys[first + base + $k * step];
            }
$end
        }
        var own_total = 0u; // keys of the digit of the invocation's index
$rank_tile
        let s = subgroup_scan(own_total, lane);
        let start = group_scan(s.all, lane, turn).before + s.before;
        turn++;
$place_digits
        if (lane.index < RADIX) {
            offsets[lane.index] = next - start;
        }
        next += own_total;
        workgroupBarrier();
$finish_ranks
        workgroupBarrier();
$each(k, ITEMS)
        pool[rank$k] = key$k;
$end
        workgroupBarrier();
$each(k, ITEMS)
        let from$k = $k * WORKGROUP_SIZE + lane.index;
        let moved$k = pool[from$k];
        let to$k = offsets[digit_of(moved$k)] + from$k;
$end
        if (filled == TILE) {
$each(k, ITEMS)
            to_keys[to$k] = moved$k;
$end
        } else {
$each(k, ITEMS)
            if (from$k < filled) {
                to_keys[to$k] = moved$k;
            }
$end
        }
$each(v, VALUES)
        workgroupBarrier();
$each(k, ITEMS)
        if (base + $k * step < filled) {
            pool[rank$k] = values[first + base + $k * step];
        }
$end
        workgroupBarrier();
$each(k, ITEMS)
        if (from$k < filled) {
            to_values[to$k] = pool[from$k];
        }
$end
$end
        workgroupBarrier();
    }
}
