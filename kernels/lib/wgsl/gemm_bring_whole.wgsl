            if (of_a) {
                p0 = a[ia];
                p1 = a[ia + params.lda];
                p2 = a[ia + 2u * params.lda];
                p3 = a[ia + 3u * params.lda];
                ia += select(STEP * params.lda, STEP / 4u, A_BY_K);
            } else {
                p0 = b[ib];
                p1 = b[ib + params.ldb];
                p2 = b[ib + 2u * params.ldb];
                p3 = b[ib + 3u * params.ldb];
                ib += select(STEP * params.ldb, STEP / 4u, B_BY_K);
            }
