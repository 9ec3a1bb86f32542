/* The IR of small shaders, held against tests/golden/lower/NAME.ir. Sites are shown as the text
 * that they stand for. LW_BLESS=1 in the environment writes the files anew, to be read before they
 * are committed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/os.h"
#include "harness.h"

#define GOLDEN LW_SOURCE_DIR "/tests/golden/lower/"

static void add_site_text(StrBuf *out, const Lowered *l, uint32_t site) {
    const Span s = l->ir->sites.at[site].span;
    strbuf_addf(out, " @'%.*s'", (int)(s.end - s.start), l->source.text.at + s.start);
}

/* The module as text, with " @12" replaced by the source text of site 12. */
static Str print(Lowered *l) {
    StrBuf raw = {.arena = &l->arena}, out = {.arena = &l->arena};
    ir_print(&raw, l->ir);
    for (const char *at = raw.at; *at;) {
        if (at[0] == ' ' && at[1] == '@') {
            char *end;
            add_site_text(&out, l, (uint32_t)strtoul(at + 2, &end, 10));
            at = end;
        } else {
            strbuf_addc(&out, *at++);
        }
    }
    return strbuf_str(&out);
}

static Str read(Arena *a, const char *name, const char *ending) {
    Str text = STR("");
    const char *error = NULL;
    const Str path = str_format(a, GOLDEN "%s%s", name, ending);
    if (!os_read_file(a, path.at, 1 << 20, &text, &error) && !getenv("LW_BLESS"))
        fail_msg("%s: %s", path.at, error);
    return text;
}

static void bless(Arena *a, const char *name, Str text) {
    const char *error = NULL;
    const Str path = str_format(a, GOLDEN "%s.ir", name);
    if (!os_write_file(path.at, text.at, text.len, &error))
        fail_msg("%s: %s", path.at, error);
}

static void golden(void **state) {
    const char *name = *state;
    Arena a = {0};
    Lowered *l = lower_text(read(&a, name, ".wgsl").at, NULL, 0);
    lowered_functions(l); /* fails when there are errors */
    const Str got = print(l), expected = read(&a, name, ".ir");
    if (getenv("LW_BLESS"))
        bless(&a, name, got);
    else if (!str_eq(got, expected))
        fail_msg("%s: expected\n%s\ngot\n%s", name, expected.at, got.at);
    lowered_free(l);
    arena_free(&a);
}

#define GOLDEN_TEST(file)                                                                          \
    { file, golden, NULL, NULL, (void *)file }

int main(void) {
    const struct CMUnitTest tests[] = {
        GOLDEN_TEST("paths"),      GOLDEN_TEST("vec3"),          GOLDEN_TEST("pointers"),
        GOLDEN_TEST("loops"),      GOLDEN_TEST("short_circuit"), GOLDEN_TEST("switch"),
        GOLDEN_TEST("sync"),       GOLDEN_TEST("values"),        GOLDEN_TEST("large"),
        GOLDEN_TEST("statements"),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
