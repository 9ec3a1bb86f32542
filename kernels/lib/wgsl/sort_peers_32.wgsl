// Lanes of a subgroup of up to 32 that have the same digit, a bit each.
alias Peers = u32;

fn match_digit(digit: u32) -> Peers {
    var peers = subgroupBallot(true).x;
    for (var b = 0u; b < BITS; b++) {
        let bit = (digit >> b) & 1u;
        peers &= subgroupBallot(bit == 1u).x ^ (bit - 1u);
    }
    return peers;
}
fn peers_before(peers: Peers, place: u32) -> u32 {
    return countOneBits(peers & ((1u << place) - 1u));
}
fn peers_count(peers: Peers) -> u32 {
    return countOneBits(peers);
}
fn peers_first(peers: Peers) -> u32 {
    return countTrailingZeros(peers);
}
