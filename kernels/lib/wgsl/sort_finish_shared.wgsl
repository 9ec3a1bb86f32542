$each(k, ITEMS)
    {
        let digit = digit_of(key$k);
        let before = pool[digit / 2u * WORKGROUP_SIZE + lane.index];
        rank$k += starts[digit] + extractBits(before, digit % 2u * 16u, 16u);
    }
$end
