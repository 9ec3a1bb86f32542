/* Reports with two readers: the folder of LANEWISE_REPORT, which `lanewise exec` shows, and the
 * program itself. Each gets what it asked for, whatever the other does. */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STORAGE = 0x8C /* Storage, CopySrc, CopyDst */ };

/* Line 3: a race; a shift out of range. */
static const char racy_text[] =
    "@group(0) @binding(0) var<storage, read_write> out: array<u32, 4>;\n"
    "@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {\n"
    "    out[0] = 1u << (out[1] + 40u + i);\n"
    "}\n";

typedef struct Folder {
    char path[64];
    char text[1 << 16]; /* of the only record in it */
} Folder;

static void open_folder(Folder *f, const char *observe) {
    strcpy(f->path, "/tmp/lanewise-ledger-XXXXXX");
    assert_non_null(mkdtemp(f->path));
    setenv("LANEWISE_REPORT", f->path, 1);
    setenv("LANEWISE_OBSERVE", observe, 1);
}

/* Reads the record, and removes everything. */
static void close_folder(Folder *f) {
    unsetenv("LANEWISE_REPORT");
    unsetenv("LANEWISE_OBSERVE");
    f->text[0] = 0;
    DIR *d = opendir(f->path);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", f->path, e->d_name);
        FILE *file = strstr(e->d_name, ".json") ? fopen(path, "r") : NULL;
        if (file) {
            f->text[fread(f->text, 1, sizeof f->text - 1, file)] = 0;
            fclose(file);
        }
        if (e->d_name[0] != '.')
            unlink(path);
    }
    closedir(d);
    assert_int_equal(rmdir(f->path), 0);
}

static void expect_record(const Folder *f, const char *word, bool there) {
    if (!strstr(f->text, word) == there)
        fail_msg("the record %s '%s': %s", there ? "lacks" : "has", word, f->text);
}

static bool has_rule(LwReport *r, const char *rule) {
    size_t count;
    const LwFinding *f = lw_report_findings(r, &count);
    for (size_t i = 0; i < count; i++)
        if (f[i].rule.length == strlen(rule) && !memcmp(f[i].rule.data, rule, f[i].rule.length))
            return true;
    return false;
}

typedef struct Racy {
    Gpu g;
    WGPUBuffer out;
    WGPUComputePipeline pipeline;
    WGPUBindGroup group;
} Racy;

static Racy open_racy(uint32_t observe) {
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.observe = observe;
    WGPUDeviceDescriptor desc = {.nextInChain = &options.chain};
    Racy r = {.g = gpu_open(&desc)};
    r.pipeline = pipeline_open(&r.g, "racy", racy_text);
    r.out = buffer_open(&r.g, "out", STORAGE, 16);
    r.group = group_open(&r.g, r.pipeline, 1, &r.out);
    return r;
}

static void run(const Racy *r) {
    dispatch(&r->g, r->pipeline, r->group, 1, 1, 1);
}

static void close_racy(Racy *r) {
    wgpuBufferRelease(r->out);
    wgpuBindGroupRelease(r->group);
    wgpuComputePipelineRelease(r->pipeline);
    gpu_close(&r->g);
}

/* The folder checks; the program, which knows nothing of that, profiles one of two dispatches. */
static void both_have_their_own(void **state) {
    (void)state;
    static Folder f;
    open_folder(&f, "check");
    Racy r = open_racy(LW_OBSERVE_NONE);
    assert_int_equal(lw_device_observers(r.g.device), LW_OBSERVE_NONE);
    run(&r);
    assert_null(lw_device_take_report(r.g.device));
    assert_true(lw_device_observe(r.g.device, LW_OBSERVE_COST));
    assert_int_equal(lw_device_observers(r.g.device), LW_OBSERVE_COST);
    run(&r);
    LwReport *report = lw_device_take_report(r.g.device);
    close_racy(&r);
    close_folder(&f);
    assert_non_null(report);
    assert_int_equal(lw_report_totals(report).invocations, 64);
    assert_false(has_rule(report, "data-race"));
    lw_report_free(report);
    expect_record(&f, "\"count\":2", true);
    expect_record(&f, "data-race", true);
    expect_record(&f, "shift-range", false);
    expect_record(&f, "\"accesses\":[]", true);
}

/* The other way round, with a rule that only the program wants; reports add dispatches up. */
static void the_program_checks_more(void **state) {
    (void)state;
    static Folder f;
    open_folder(&f, "cost");
    Racy r = open_racy(LW_OBSERVE_CHECK | LW_OBSERVE_SHIFT_RANGE);
    run(&r);
    run(&r);
    LwReport *report = lw_device_take_report(r.g.device);
    close_racy(&r);
    close_folder(&f);
    assert_non_null(report);
    assert_true(has_rule(report, "data-race"));
    assert_true(has_rule(report, "shift-range"));
    assert_int_equal(lw_report_totals(report).invocations, 0); /* which are counted by cost */
    WGPUStringView json = lw_report_json(report, sv("racy.wgsl"));
    assert_true(json.length > 0);
    size_t accesses;
    assert_null(lw_report_accesses(report, &accesses));
    lw_report_free(report);
    expect_record(&f, "\"count\":2", true);
    expect_record(&f, "\"accesses\":[]", false);
    expect_record(&f, "data-race", false);
    expect_record(&f, "shift-range", false);
}

/* Without a folder the environment's observers are those of a program that asks for none. */
static void the_environment_stands_in(void **state) {
    (void)state;
    setenv("LANEWISE_OBSERVE", "check", 1);
    for (uint32_t asked = LW_OBSERVE_NONE; asked <= LW_OBSERVE_COST; asked++) {
        Racy r = open_racy(asked);
        assert_int_equal(lw_device_observers(r.g.device), asked ? asked : LW_OBSERVE_CHECK);
        run(&r);
        LwReport *report = lw_device_take_report(r.g.device);
        assert_int_equal(has_rule(report, "data-race"), !asked);
        lw_report_free(report);
        close_racy(&r);
    }
    unsetenv("LANEWISE_OBSERVE");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_have_their_own),
        cmocka_unit_test(the_program_checks_more),
        cmocka_unit_test(the_environment_stands_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
