// Lanes of a subgroup of up to 32 that have the same digit, a bit each.
alias Peers = u32;

fn ballot(yes: bool) -> Peers {
    return subgroupBallot(yes).x;
}
// Those of the peers that have the same bit.
fn peers_agree(peers: Peers, bit: u32) -> Peers {
    return peers & (subgroupBallot(bit == 1u).x ^ (bit - 1u));
}
// Among everyone: the lanes that there are.
fn match_digit(digit: u32, everyone: Peers) -> Peers {
    var peers = everyone;
$each(b, BITS)
    peers = peers_agree(peers, (digit >> $b) & 1u);
$end
    return peers;
}
fn peers_before(peers: Peers, place: u32) -> u32 {
    return countOneBits(peers & ((1u << place) - 1u));
}
fn peers_count(peers: Peers) -> u32 {
    return countOneBits(peers);
}
