    // Ranks of a tile's keys without subgroups: an invocation has consecutive keys and counts them into
    // counters of its own, two digits a word; a scan over the invocations says what stands before them.
    // 16 digits.
    for (var p = 0u; p < PAIRS; p++) {
        pool[p * WORKGROUP_SIZE + lane.index] = 0u;
    }
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
    var own: array<u32, PAIRS>;
    var sum: array<u32, PAIRS>;
    for (var p = 0u; p < PAIRS; p++) {
        own[p] = pool[p * WORKGROUP_SIZE + lane.index];
        sum[p] = own[p];
    }
    for (var d = 1u; d < WORKGROUP_SIZE; d <<= 1u) {
        workgroupBarrier();
        if (lane.index >= d) {
            for (var p = 0u; p < PAIRS; p++) {
                sum[p] += pool[p * WORKGROUP_SIZE + lane.index - d];
            }
        }
        workgroupBarrier();
        for (var p = 0u; p < PAIRS; p++) {
            pool[p * WORKGROUP_SIZE + lane.index] = sum[p];
        }
    }
    workgroupBarrier();
    if (lane.index < RADIX) {
        let both = pool[lane.index / 2u * WORKGROUP_SIZE + WORKGROUP_SIZE - 1u];
        own_total = extractBits(both, lane.index % 2u * 16u, 16u);
    }
    workgroupBarrier();
    for (var p = 0u; p < PAIRS; p++) {
        pool[p * WORKGROUP_SIZE + lane.index] = sum[p] - own[p];
    }
