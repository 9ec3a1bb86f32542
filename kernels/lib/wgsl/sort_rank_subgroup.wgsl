    // Ranks of a tile's keys by subgroups: each goes through its part of the tile, a key a lane at a time.
    // Lanes with the same digit find each other by ballots, and the first of them adds all to the
    // subgroup's counter of the digit. All read the counter before it changes: the memory's way to give many
    // lanes one word costs less than a shuffle.
    let parts = WORKGROUP_SIZE / lane.width;
    let everyone = ballot(true);
    let own = lane.index / lane.width * RADIX;
    for (var i = lane.index; i < parts * RADIX; i += WORKGROUP_SIZE) {
        pool[i] = 0u;
    }
    workgroupBarrier();
$each(k, ITEMS)
    {
        let digit = digit_of(key$k);
        let peers = match_digit(digit, everyone);
        let before = peers_before(peers, lane.place);
        let counted = pool[own + digit];
        rank$k = before + counted;
        workgroupBarrier();
        if (before == 0u) {
            pool[own + digit] = counted + peers_count(peers);
        }
        workgroupBarrier();
    }
$end
    if (lane.index < RADIX) {
        for (var p = 0u; p < parts; p++) {
            own_total += pool[p * RADIX + lane.index];
        }
    }
