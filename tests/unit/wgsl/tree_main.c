/* For developers: prints the tree of a shader, or what is wrong with it. */
#include <stdio.h>

#include "base/os.h"
#include "tree.h"
#include "wgsl/wgsl.h"

int main(int argc, char **argv) {
    Arena arena = {0};
    Str text;
    const char *error;
    if (argc != 2 || !os_read_file(&arena, argv[1], UINT32_MAX / 2, &text, &error)) {
        fprintf(stderr, "usage: wgsl_tree FILE\n");
        return 2;
    }
    Source source;
    source_init(&source, &arena, str_from_c(argv[1]), text);
    DiagList diags = {.arena = &arena};
    Module m = {.arena = &arena, .source = &source, .diags = &diags};
    uint64_t start = os_now_ns();
    wgsl_parse(&m);
    uint64_t end = os_now_ns();
    StrBuf out = {.arena = &arena};
    tree_module(&out, &m);
    printf("%.*s", STR_ARG(strbuf_str(&out)));
    StrBuf messages = {.arena = &arena};
    diag_render_all(&messages, &source, &diags, os_is_terminal(OS_STDERR));
    fprintf(stderr, "%.*sparsed in %.1f ms\n", STR_ARG(strbuf_str(&messages)),
            (double)(end - start) / 1e6);
    bool bad = diags.errors > 0;
    arena_free(&arena);
    return bad;
}
