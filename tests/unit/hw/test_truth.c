/* The nvidia model against an H200's counters: every line of tests/data, nothing left out, and nothing
 * that the model gets wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/hw.h"

typedef struct Row {
    unsigned id, width, mask, first, second;
    char op[8];
    uint32_t address[32];
} Row;

static int parse_row(char *line, Row *r) {
    int at = 0;
    char pattern[64];
    if (sscanf(line, "%u\t%7s\t%u\t%x\t%63s\t%u\t%u\t%n", &r->id, r->op, &r->width, &r->mask,
               pattern, &r->first, &r->second, &at) != 7)
        return 0;
    char *p = line + at;
    for (int i = 0; i < 32; i++) {
        r->address[i] = (uint32_t)strtoul(p, &p, 10);
        if (*p == ',')
            p++;
    }
    return 1;
}

static HwOp op_of(const Row *r) {
    return !strcmp(r->op, "ld") ? HW_LOAD : !strcmp(r->op, "st") ? HW_STORE : HW_ATOMIC;
}

static const HwModel *nvidia(void) {
    const char *error = NULL;
    return hw_find(STR("nvidia"), NULL, &error);
}

/* Rows of a file that the model gets wrong; each is printed. */
static void check_file(const char *name, int is_global, int rows_wanted) {
    char path[512], line[4096];
    snprintf(path, sizeof path, "%s/tests/data/%s", LW_SOURCE_DIR, name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    int rows = 0, wrong = 0;
    while (fgets(line, sizeof line, f)) {
        Row r;
        if (line[0] == '#' || !parse_row(line, &r))
            continue;
        rows++;
        uint32_t first, second;
        if (is_global) {
            HwSectorCost c = hw_sector_cost(nvidia(), op_of(&r), r.width, 32, &r.mask, r.address);
            first = c.sectors;
            second = op_of(&r) == HW_ATOMIC ? 0 : c.requests; /* the counter leaves atomics out */
        } else {
            HwBankCost c = hw_bank_cost(nvidia(), op_of(&r), r.width, 32, &r.mask, r.address);
            first = c.wavefronts;
            second = c.wavefronts - c.ideal;
        }
        if (first != r.first || second != r.second) {
            wrong++;
            print_message("%s id %u: counted %u %u, modelled %u %u\n", name, r.id, r.first,
                          r.second, first, second);
        }
    }
    fclose(f);
    assert_int_equal(rows, rows_wanted);
    assert_int_equal(wrong, 0);
}

static void shared(void **state) {
    (void)state;
    check_file("h200-shared.tsv", 0, 575);
    check_file("h200-shared-2.tsv", 0, 260);
    check_file("h200-kernels-shared.tsv", 0, 1022);
}

static void global(void **state) {
    (void)state;
    check_file("h200-global.tsv", 1, 147);
    check_file("h200-global-2.tsv", 1, 102);
    check_file("h200-kernels-global.tsv", 1, 264);
    check_file("h200-atomics.tsv", 1, 466);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shared), cmocka_unit_test(global)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
