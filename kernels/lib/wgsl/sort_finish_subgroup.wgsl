$each(k, ITEMS)
    rank$k += pool[own + digit_of(key$k)];
$end
