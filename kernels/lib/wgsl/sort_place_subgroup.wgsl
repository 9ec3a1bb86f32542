    // Where a subgroup's keys of a digit begin: behind those of the digits and of the subgroups before.
    if (lane.index < RADIX) {
        var before = start;
        for (var p = 0u; p < parts; p++) {
            let n = pool[p * RADIX + lane.index];
            pool[p * RADIX + lane.index] = before;
            before += n;
        }
    }
