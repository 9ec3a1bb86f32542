    // Ranks of a tile's keys without subgroups: an invocation has consecutive keys and counts them into
    // counters of its own, two digits a word; a scan over the invocations says what stands before them.
    // 16 digits.
$each(p, 8)
    pool[$p * WORKGROUP_SIZE + lane.index] = 0u;
$end
$each(k, ITEMS)
    {
        let digit = digit_of(key$k);
        let at = digit / 2u * WORKGROUP_SIZE + lane.index;
        let half = digit % 2u * 16u;
        let counted = pool[at];
        rank$k = extractBits(counted, half, 16u);
        pool[at] = counted + (1u << half);
    }
$end
$each(p, 8)
    let own$p = pool[$p * WORKGROUP_SIZE + lane.index];
    var sum$p = own$p;
$end
    for (var d = 1u; d < WORKGROUP_SIZE; d <<= 1u) {
        workgroupBarrier();
        if (lane.index >= d) {
$each(p, 8)
            sum$p += pool[$p * WORKGROUP_SIZE + lane.index - d];
$end
        }
        workgroupBarrier();
$each(p, 8)
        pool[$p * WORKGROUP_SIZE + lane.index] = sum$p;
$end
    }
    // The last invocation has the totals: in the pool they would be in one bank.
    if (lane.index == WORKGROUP_SIZE - 1u) {
$each(p, 8)
        starts[$p] = sum$p;
$end
    }
    workgroupBarrier();
    if (lane.index < RADIX) {
        own_total = extractBits(starts[lane.index / 2u], lane.index % 2u * 16u, 16u);
    }
$each(p, 8)
    pool[$p * WORKGROUP_SIZE + lane.index] = sum$p - own$p;
$end
