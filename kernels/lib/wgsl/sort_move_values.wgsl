    workgroupBarrier();
    for (var k = 0u; k < ITEMS; k++) {
        let i = item_place(lane, k);
        if (i < filled) {
            pool[rank[k]] = values[first + i];
        }
    }
    workgroupBarrier();
    for (var k = 0u; k < ITEMS; k++) {
        let i = k * WORKGROUP_SIZE + lane.index;
        if (i < filled) {
            to_values[to[k]] = pool[i];
        }
    }
