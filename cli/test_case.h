/* Tests: files with expectations, found below folders and run. */
#ifndef LW_CLI_TEST_CASE_H
#define LW_CLI_TEST_CASE_H

#include "cli/program.h"

/* What is shown as one test: a file at one subgroup size, or its findings over all sizes. */
typedef struct TestLine {
    bool ok, skipped; /* skipped: it was not run, since it expects nothing */
    Str name;
    uint32_t checked; /* expectations */
    Str details;      /* lines: what failed, and messages */
} TestLine;

typedef struct TestCase {
    Str path;
    bool from_folder; /* without expectations it is left out */
    Arena arena;      /* of what follows */
    VEC(TestLine) lines;
    bool out_of_memory; /* its lines are not all there */
    uint64_t ns;
    bool done;
} TestCase;

typedef VEC(TestCase) TestCases;

/* Files as they are, and of folders all .wgsl and .run files below them, by name. */
void test_find(Program *p, const StrList *paths, TestCases *cases);
/* Runs one with so many threads; fills its lines. */
void test_run(const Program *p, TestCase *c, uint32_t threads);

#endif
