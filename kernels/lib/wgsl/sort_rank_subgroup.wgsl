    // Ranks of a tile's keys by subgroups: each goes through its part of the tile, a key a lane at a time.
    // Lanes with the same digit find each other by ballots, and the first of them adds all to the
    // subgroup's counter of the digit. The barriers put the turns in order.
    let parts = WORKGROUP_SIZE / lane.width;
    let own = lane.index / lane.width * RADIX;
    for (var i = lane.index; i < parts * RADIX; i += WORKGROUP_SIZE) {
        pool[i] = 0u;
    }
    workgroupBarrier();
$each(k, ITEMS)
    {
        let digit = digit_of(key$k);
        let peers = match_digit(digit);
        let before = peers_before(peers, lane.place);
        var counted = 0u;
        if (before == 0u) {
            counted = pool[own + digit];
            pool[own + digit] = counted + peers_count(peers);
        }
        rank$k = before + subgroupShuffle(counted, peers_first(peers));
        workgroupBarrier();
    }
$end
    if (lane.index < RADIX) {
        for (var p = 0u; p < parts; p++) {
            let n = pool[p * RADIX + lane.index];
            pool[p * RADIX + lane.index] = own_total;
            own_total += n;
        }
    }
