// Lanes of a subgroup of up to 128 that have the same digit, a bit each.
alias Peers = vec4<u32>;

fn ballot(yes: bool) -> Peers {
    return subgroupBallot(yes);
}
// Those of the peers that have the same bit.
fn peers_agree(peers: Peers, bit: u32) -> Peers {
    return peers & (subgroupBallot(bit == 1u) ^ vec4(bit - 1u));
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
    let whole = vec4(place / 32u) > vec4(0u, 1u, 2u, 3u);
    let part = vec4(place / 32u) == vec4(0u, 1u, 2u, 3u);
    let below = select(vec4(0u), vec4((1u << (place & 31u)) - 1u), part);
    return peers_count(peers & select(below, vec4(~0u), whole));
}
fn peers_count(peers: Peers) -> u32 {
    let n = countOneBits(peers);
    return n.x + n.y + n.z + n.w;
}
