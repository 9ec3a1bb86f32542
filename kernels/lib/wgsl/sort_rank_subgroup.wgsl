// Ranks of a tile's keys by subgroups: each goes through its part of the tile, a key a lane at a time.
// Lanes with the same digit find each other by ballots, and the first of them adds all to the
// subgroup's counter of the digit. The barriers put the turns in order.
fn item_place(lane: Lane) -> u32 {
    return lane.index / lane.width * lane.width * ITEMS + lane.place;
}
fn item_step(lane: Lane) -> u32 {
    return lane.width;
}

fn match_digit(digit: u32) -> Peers {
    var peers = ballot(true);
$each(b, BITS)
    peers = peers_agree(peers, (digit >> $b) & 1u);
$end
    return peers;
}

// Of the digit of the invocation's index, how many keys the tile has.
fn rank_tile(lane: Lane) -> u32 {
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
    var total = 0u;
    if (lane.index < RADIX) {
        for (var p = 0u; p < parts; p++) {
            let n = pool[p * RADIX + lane.index];
            pool[p * RADIX + lane.index] = total;
            total += n;
        }
    }
    return total;
}

fn finish_ranks(lane: Lane) {
    let own = lane.index / lane.width * RADIX;
$each(k, ITEMS)
    let digit$k = digit_of(key$k);
    rank$k += starts[digit$k] + pool[own + digit$k];
$end
}
