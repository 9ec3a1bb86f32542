/* The command `lanewise`. Each verb is a function of the program's options that returns an exit
 * code, in a file of its own (verb_*.c). */
#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "cli/verb.h"

static int verb_banks(Program *p) {
    p->options.banks.json = p->options.format == FORMAT_JSON;
    p->options.banks.colour = p->colour_out;
    return banks_main(p->arena, &p->options.banks);
}

static int run_verb(Program *p, int argc, char **argv) {
    static int (*const verb[VERB_COUNT])(Program *) = {
        [VERB_VALIDATE] = verb_validate, [VERB_RUN] = verb_run,   [VERB_PROFILE] = verb_profile,
        [VERB_CHECK] = verb_check,       [VERB_TEST] = verb_test, [VERB_BANKS] = verb_banks,
        [VERB_EXPLAIN] = verb_explain,   [VERB_EXEC] = verb_exec, [VERB_BENCH] = verb_bench,
        [VERB_FIX] = verb_fix,
    };
    int code;
    if (!options_parse(p->arena, argc, argv, &p->options, &code))
        return code;
    int colour = p->options.colour;
    p->colour_out = colour < 0 ? os_is_terminal(OS_STDOUT) && !getenv("NO_COLOR") : colour;
    p->colour_err = colour < 0 ? os_is_terminal(OS_STDERR) && !getenv("NO_COLOR") : colour;
    os_catch_signals();
    return verb[p->options.verb](p);
}

int main(int argc, char **argv) {
    Arena arena = {0};
    jmp_buf on_oom;
    arena.on_oom = &on_oom;
    if (setjmp(on_oom)) {
        complain("out of memory");
        return EXIT_LIMIT;
    }
    Program *p = arena_new(&arena, Program);
    p->arena = &arena;
    int code = run_verb(p, argc, argv);
    /* What was printed may not have reached its file: a full disk is an error too. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("cannot write to standard output");
        code = code > EXIT_USAGE ? code : EXIT_USAGE; /* what was found is lost */
    }
    arena_free(&arena);
    return code;
}
