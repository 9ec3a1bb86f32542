$each(k, ITEMS)
    let digit$k = digit_of(key$k);
    rank$k += starts[digit$k] + pool[own + digit$k];
$end
