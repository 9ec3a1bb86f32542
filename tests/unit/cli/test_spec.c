/* The grammar of run directives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/spec.h"

static Arena arena;

static Spec read_spec(const char *text) {
    Spec s = {.arena = &arena};
    Str error = {0};
    if (!spec_read_shader(&s, STR("dir/x.wgsl"), str_from_c(text), &error))
        fail_msg("%.*s", STR_ARG(error));
    return s;
}

static void directives(void **state) {
    (void)state;
    Spec s = read_spec("// a comment\n"
                       "//! dispatch 64 32\n"
                       "//! set TILE=16 SCALE=-0.5\n"
                       "//! subgroup-size 8 16\n"
                       "//! hardware amd\n"
                       "//! schedule seed 7\r\n"
                       "//! bind 0:1 random f32 100 seed=3 min=-1 max=2\n"
                       "//! bind 0:0 values u32 1 0x10 3u\n"
                       "//! bind 0:2 file data.npy\n"
                       "fn x() {}\n");
    assert_int_equal(s.dispatch[0], 64);
    assert_int_equal(s.dispatch[1], 32);
    assert_int_equal(s.dispatch[2], 1);
    assert_int_equal(s.settings.len, 2);
    assert_true(str_is(s.settings.at[1].name, "SCALE") && s.settings.at[1].value == -0.5);
    assert_int_equal(s.subgroup_sizes.len, 2);
    assert_true(str_is(s.hardware, "amd"));
    assert_int_equal(s.schedule_arg, 7);
    assert_int_equal(s.binds.len, 3);
    assert_true(s.binds.at[0].min == -1 && s.binds.at[0].max == 2 && s.binds.at[0].seed == 3);
    assert_int_equal(s.binds.at[1].count, 3);
    assert_true(s.binds.at[1].values.at[1] == 16);
    assert_true(str_is(s.binds.at[2].path, "dir/data.npy"));
}

static void passes(void **state) {
    (void)state;
    Spec s = read_spec("//! pass scan_tiles 128 ; pass scan_sums 1 ; add 128 2 3\n");
    assert_int_equal(s.passes.len, 3);
    assert_true(str_is(s.passes.at[1].entry, "scan_sums"));
    assert_int_equal(s.passes.at[2].workgroups[2], 3);
}

static void expectations(void **state) {
    (void)state;
    Spec s = read_spec("//! expect 0:1 [2..5] values 1 2.5 nan tol=0.5\n"
                       "//! expect 1:0 fill 7\n"
                       "//! expect error 11:3 non-uniform\n"
                       "//! expect finding data-race 12 13\n"
                       "//! expect no findings\n"
                       "//! expect 0:1 reference transpose 0:0 16 16 rtol=1e-3\n");
    assert_int_equal(s.expects.len, 6);
    const Expect *e = s.expects.at;
    assert_true(e[0].kind == EXPECT_VALUES && e[0].from == 2 && e[0].to == 5 && e[0].tol == 0.5);
    assert_true(e[0].values.at[2] != e[0].values.at[2]);
    assert_true(e[1].kind == EXPECT_FILL && e[1].group == 1);
    assert_true(e[2].kind == EXPECT_ERROR && e[2].places[0] == 11 && e[2].column == 3);
    assert_true(str_is(e[2].code, "non-uniform"));
    assert_true(e[3].kind == EXPECT_FINDING && e[3].place_count == 2 && e[3].line == 4);
    assert_true(e[4].kind == EXPECT_NO_FINDINGS);
    assert_true(e[5].kind == EXPECT_REFERENCE && e[5].words.len == 3 && e[5].rtol == 1e-3);
}

/* The command line: commas and =, and replacing what the file said. */
static void options(void **state) {
    (void)state;
    Spec s = read_spec("//! dispatch 4\n//! bind 0:0 zeros f32 4\n//! pass a 1\n");
    spec_clear(&s, STR("dispatch"));
    assert_null(spec_add(&s, STR("dispatch"), STR("1,2,3"), 0));
    assert_null(spec_add(&s, STR("bind"), STR("0:0=iota u32 8"), 0));
    assert_null(spec_add(&s, STR("subgroup-size"), STR("all"), 0));
    assert_int_equal(s.passes.len, 0);
    assert_int_equal(s.dispatch[2], 3);
    assert_int_equal(s.binds.len, 1);
    assert_int_equal(s.binds.at[0].kind, FILL_IOTA);
    assert_int_equal(s.subgroup_sizes.len, 6);
}

static void wrong(void **state) {
    (void)state;
    static const char *const lines[][2] = {
        {"dispatch", ""},
        {"dispatch", "1 2 3 4"},
        {"dispatch", "-1"},
        {"set", "X"},
        {"set", "X=y"},
        {"subgroup-size", "12"},
        {"bind", "0 zeros f32 4"},
        {"bind", "0:0 zeros f64 4"},
        {"bind", "0:0 noise f32 4"},
        {"bind", "0:0 zeros f32"},
        {"bind", "0:0 random f32 4 speed=3"},
        {"bind", "0:0 random f32 4 min=3 max=1"},
        {"bind", "0:0 zeros f32 4 5"},
        {"bind", "0:0 values f32"},
        {"bind", "0:0 file"},
        {"expect", "0:0 values"},
        {"expect", "0:0 [3..2] values 1"},
        {"expect", "0:0 [0..3] values 1"},
        {"expect", "0:0 fill 1 2"},
        {"expect", "error x"},
        {"expect", "finding"},
        {"expect", "no"},
        {"schedule", "occupancy"},
        {"schedule", "occupancy 0"},
        {"schedule", "fair 3"},
        {"pass", ""},
        {"pass", "a"},
        {"dump", "0:0"},
        {"colour", "red"},
    };
    Spec s = {.arena = &arena};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!spec_add(&s, str_from_c(lines[i][0]), str_from_c(lines[i][1]), 1))
            fail_msg("'%s %s' was taken", lines[i][0], lines[i][1]);
}

static void run_file(void **state) {
    (void)state;
    Spec s = {.arena = &arena};
    Str error = {0};
    assert_true(spec_read_run_file(&s, STR("a/b.run"),
                                   STR("# captured\nshader k.wgsl\ndispatch 3\n"), &error));
    assert_true(str_is(s.shader, "a/k.wgsl"));
    assert_int_equal(s.dispatch[0], 3);
    Spec bad = {.arena = &arena};
    assert_false(spec_read_run_file(&bad, STR("b.run"), STR("dispatch 3\n"), &error));
    assert_non_null(strstr(error.at, "b.run:1:1: error:"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(directives),   cmocka_unit_test(passes),
                                       cmocka_unit_test(expectations), cmocka_unit_test(options),
                                       cmocka_unit_test(wrong),        cmocka_unit_test(run_file)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
