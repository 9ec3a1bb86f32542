/* For developers: checks a shader and prints what is wrong with it; with --tree its tree instead.
 */
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "tree.h"
#include "wgsl/wgsl.h"

static double ms_since(uint64_t start) {
    return (double)(os_now_ns() - start) / 1e6;
}

int main(int argc, char **argv) {
    Arena arena = {0};
    Str text;
    const char *error;
    bool tree = argc == 3 && strcmp(argv[1], "--tree") == 0;
    if (argc != 2 + tree || !os_read_file(&arena, argv[1 + tree], INT32_MAX, &text, &error)) {
        fprintf(stderr, "usage: wgsl_tree [--tree] FILE\n");
        return 2;
    }
    Source source;
    source_init(&source, &arena, str_from_c(argv[1 + tree]), text);
    DiagList diags = {.arena = &arena};
    uint64_t start = os_now_ns();
    Module m = {.arena = &arena, .source = &source, .diags = &diags};
    if (tree)
        wgsl_parse(&m);
    else
        wgsl_compile(&arena, &source, &diags);
    double ms = ms_since(start);
    StrBuf out = {.arena = &arena};
    tree_module(&out, &m);
    diag_render_all(&out, &source, &diags, os_is_terminal(OS_STDOUT));
    printf("%.*s%.1f ms\n", STR_ARG(out), ms);
    bool bad = diags.errors > 0;
    arena_free(&arena);
    return bad;
}
