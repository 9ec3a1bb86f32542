    if (lane.index < RADIX) {
        starts[lane.index] = start;
    }
