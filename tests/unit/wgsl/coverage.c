/* Every form of every builtin is called by a shader of tests/unit/wgsl/builtins, and every code
 * that the front end gives is expected by a shader of tests/cases or named by a unit test. What a
 * shader in tests/cases/errors expects is what it gets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/os.h"
#include "lang/codes.h"
#include "wgsl/analysis.h"
#include "wgsl/overload.h"

/* ---- files ---- */

static Str read_file(Arena *a, const char *path) {
    Str text;
    const char *why;
    if (!os_read_file(a, path, 1u << 24, &text, &why))
        fail_msg("%s: %s", path, why);
    return text;
}

typedef void FileVisitor(Arena *a, const char *path, void *context);

static bool ends_in(Str s, const char *end) {
    size_t n = strlen(end);
    return s.len >= n && memcmp(s.at + s.len - n, end, n) == 0;
}

/* Visits the files below a folder of the sources whose names end so. Returns how many. */
static uint32_t each_file(Arena *a, const char *folder, const char *end, FileVisitor *visit,
                          void *context) {
    const char *why;
    uint32_t n, visited = 0;
    Str *name = os_list_folder(a, folder, &n, &why);
    if (!name)
        fail_msg("%s: %s", folder, why);
    for (uint32_t i = 0; i < n; i++) {
        if (name[i].at[0] == '.')
            continue;
        Str path = str_format(a, "%s/%.*s", folder, STR_ARG(name[i]));
        if (os_is_folder(path.at, false)) {
            visited += each_file(a, path.at, end, visit, context);
        } else if (ends_in(path, end)) {
            visit(a, path.at, context);
            visited++;
        }
    }
    return visited;
}

static Module *compile(Arena *a, const char *path, Str text) {
    Source *source = arena_new(a, Source);
    DiagList *diags = arena_new(a, DiagList);
    source_init(source, a, str_from_c(path), text);
    diags->arena = a;
    return wgsl_compile_with(a, source, diags, (WgslOptions){.prints = true});
}

/* ---- builtins ---- */

enum { MOST_FORMS = 64 };

typedef struct Forms {
    Module *module;
    bool seen[BUILTIN_COUNT][MOST_FORMS];
} Forms;

/* Which forms alone would take the arguments. */
static void see_call(void *context, Expr *e) {
    Forms *f = context;
    if (e->kind != EXPR_CALL || e->call_kind != CALL_BUILTIN)
        return;
    const BuiltinInfo *b = &builtin_info[e->builtin];
    OverloadArgument arg[SIGNATURE_PARAMS];
    for (uint32_t i = 0; i < e->args.len; i++)
        arg[i] = (OverloadArgument){e->args.at[i]->final, e->args.at[i]->stage == STAGE_CONST};
    f->seen[e->builtin][0] |= !b->overload[0];
    for (uint32_t i = 0; b->overload[i]; i++) {
        const char **form = arena_array(f->module->arena, const char *, 2);
        form[0] = b->overload[i];
        Overload chosen;
        assert_in_range(i, 0, MOST_FORMS - 1);
        f->seen[e->builtin][i] |=
            overload_resolve(&f->module->types, form, arg, e->args.len, &chosen);
    }
}

static void see_builtins(Arena *a, const char *path, void *context) {
    Forms *f = context;
    f->module = compile(a, path, read_file(a, path));
    if (f->module->diags->errors)
        fail_msg("%s has errors: %.*s", path, STR_ARG(f->module->diags->at.at[0]->message));
    for (uint32_t i = 0; i < f->module->functions.len; i++)
        wgsl_visit_stmt(f->module->functions.at[i]->body, see_call, f);
}

static void every_form_of_a_builtin(void **state) {
    (void)state;
    Arena a = {0};
    Forms *f = arena_new(&a, Forms);
    each_file(&a, LW_SOURCE_DIR "/tests/unit/wgsl/builtins", ".wgsl", see_builtins, f);
    uint32_t missing = 0;
    for (uint32_t b = 1; b < BUILTIN_COUNT; b++) {
        const char *const *form = builtin_info[b].overload;
        uint32_t i = 0;
        do { /* bitcast has no forms */
            if (!f->seen[b][i])
                print_error("no shader calls %s %s\n", builtin_info[b].name,
                            form[i] ? form[i] : "");
            missing += !f->seen[b][i];
        } while (form[i] && form[++i]);
    }
    arena_free(&a);
    assert_int_equal(missing, 0);
}

/* ---- codes ---- */

typedef struct CodeFacts {
    const char *id; /* CODE_SYNTAX */
    const char *name;
    bool raised, tested;
} CodeFacts;

static CodeFacts *all_codes(Arena *a) {
    static const CodeFacts codes[CODE_COUNT] = {
#define CODE(id, name, about, cure) {"CODE_" #id, name, false, false},
#include "lang/codes.def"
#undef CODE
    };
    CodeFacts *copy = arena_array(a, CodeFacts, CODE_COUNT);
    memcpy(copy, codes, sizeof codes);
    return copy;
}

/* The word stands in the text and does not go on. */
static bool has_word(Str text, const char *word) {
    size_t n = strlen(word);
    for (const char *at = text.at; (at = strstr(at, word)); at += n)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz-", at[n]) || !at[n])
            return true;
    return false;
}

static void see_raised(Arena *a, const char *path, void *context) {
    CodeFacts *code = context;
    Str text = read_file(a, path);
    for (uint32_t i = 0; i < CODE_COUNT; i++)
        code[i].raised |= has_word(text, code[i].id);
}

static void see_tested(Arena *a, const char *path, void *context) {
    CodeFacts *code = context;
    Str text = read_file(a, path);
    if (strstr(path, "/coverage.c"))
        return;
    for (uint32_t i = 0; i < CODE_COUNT; i++)
        code[i].tested |= has_word(text, code[i].id) || has_word(text, code[i].name);
}

static void see_expected(Arena *a, const char *path, void *context) {
    CodeFacts *code = context;
    Str text = read_file(a, path);
    for (uint32_t i = 0; i < CODE_COUNT; i++)
        code[i].tested |= strstr(text.at, "//! expect error") && has_word(text, code[i].name);
}

static void every_code(void **state) {
    (void)state;
    Arena a = {0};
    CodeFacts *code = all_codes(&a);
    each_file(&a, LW_SOURCE_DIR "/src/wgsl", ".c", see_raised, code);
    each_file(&a, LW_SOURCE_DIR "/tests/unit/wgsl", ".c", see_tested, code);
    each_file(&a, LW_SOURCE_DIR "/tests/cases", ".wgsl", see_expected, code);
    uint32_t raised = 0, missing = 0;
    for (uint32_t i = 0; i < CODE_COUNT; i++) {
        raised += code[i].raised;
        if (!code[i].raised || code[i].tested)
            continue;
        print_error("no test expects [%s]\n", code[i].name);
        missing++;
    }
    arena_free(&a);
    assert_int_equal(missing, 0);
    assert_true(raised > 30);
}

/* ---- expected errors ---- */

/* All that is found, as the lines that expect it. */
static Str expectations_of(Arena *a, const Module *m) {
    StrBuf b = {.arena = a};
    for (uint32_t i = 0; i < m->diags->at.len; i++) {
        const Diag *d = m->diags->at.at[i];
        Place p = source_place(m->source, d->span.start);
        if (d->severity == SEVERITY_ERROR)
            strbuf_addf(&b, "//! expect error %u:%u %s\n", p.line, p.column, d->code);
    }
    return strbuf_str(&b);
}

static void expect_errors(Arena *a, const char *path, void *context) {
    (void)context;
    Str text = read_file(a, path);
    Module *m = compile(a, path, text);
    if (m->diags->errors == 0)
        wgsl_specialise(m, (Str){0}, NULL, 0);
    Str found = expectations_of(a, m);
    const char *rest = text.at;
    while (strncmp(rest, "//!", 3) == 0)
        rest = strchr(rest, '\n') + 1;
    Str expected = str_copy(a, (Str){text.at, (uint32_t)(rest - text.at)});
    if (!str_eq(expected, found))
        fail_msg("%s expects\n%.*sand gets\n%.*s", path, STR_ARG(expected), STR_ARG(found));
}

static void errors_where_expected(void **state) {
    (void)state;
    Arena a = {0};
    uint32_t n = each_file(&a, LW_SOURCE_DIR "/tests/cases/errors", ".wgsl", expect_errors, NULL);
    arena_free(&a);
    assert_true(n > 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_a_builtin),
        cmocka_unit_test(every_code),
        cmocka_unit_test(errors_where_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
