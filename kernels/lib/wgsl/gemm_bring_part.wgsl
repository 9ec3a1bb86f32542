            {
                let next = fetch(of_a, place, block, k_brought);
                p0 = next.r0;
                p1 = next.r1;
                p2 = next.r2;
                p3 = next.r3;
                k_brought += STEP;
            }
