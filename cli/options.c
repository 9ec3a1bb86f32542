#include "cli/options_internal.h"

#include <stdlib.h>

static void print_help(poptContext popt, const VerbInfo *v) {
    poptPrintHelp(popt, stdout, 0);
    printf("\n%s", v->help);
}

/* An empty value is what a script gives whose variable is not set. */
static bool is_given(const struct poptOption *tables, int option, const char *text) {
    const struct poptOption *o = option_find(tables, option);
    if (!text || *text || !o)
        return true;
    complain("--%s is empty: it takes %s", o->longName, o->argDescrip ? o->argDescrip : "a value");
    return false;
}

/* The options up to the first that is wrong; true when there is something left to do. */
static bool take_options(Arena *a, poptContext popt, const struct poptOption *tables, Options *o,
                         int *exit_code) {
    const VerbInfo *v = &option_verbs[o->verb];
    int option;
    while ((option = poptGetNextOpt(popt)) > 0) {
        if (option == OPTION_HELP) {
            print_help(popt, v);
            *exit_code = EXIT_DONE;
            return false;
        }
        char *text = poptGetOptArg(popt);
        const char *kept = text ? str_copy(a, str_from_c(text)).at : NULL;
        free(text);
        if (!is_given(tables, option, kept) || !option_take(a, option, kept ? kept : "", o))
            return false;
    }
    if (option < -1)
        complain("%s: %s (lanewise %s --help lists the options)", poptBadOption(popt, 0),
                 poptStrerror(option), v->name);
    return option >= -1;
}

static bool parse_verb_options(Arena *a, int argc, const char **argv, Options *o, int *exit_code) {
    const VerbInfo *v = &option_verbs[o->verb];
    char about[64];
    snprintf(about, sizeof about, "one of: %s", v->formats);
    const struct poptOption format[] = {
        {"format", 0, POPT_ARG_STRING, NULL, OPTION_FORMAT, about, "F"}, POPT_TABLEEND};
    struct poptOption tables[MOST_TABLES];
    option_tables(o->verb, format, tables);
    poptContext popt = poptGetContext(
        "lanewise", argc, argv, tables,
        POPT_CONTEXT_NO_EXEC | (v->takes & TAKES_PROGRAM ? POPT_CONTEXT_POSIXMEHARDER : 0));
    poptSetOtherOptionHelp(popt, v->usage);
    *exit_code = EXIT_USAGE;
    bool ok = take_options(a, popt, tables, o, exit_code);
    const char *file;
    while (ok && (file = poptGetArg(popt)))
        vec_push(a, &o->files, str_copy(a, str_from_c(file)));
    poptFreeContext(popt);
    return ok;
}

/* The verb of this name; VERB_COUNT with a message when there is none. */
static Verb find_verb(const char *name) {
    Str given = str_from_c(name);
    const char *near = NULL;
    for (int i = 0; i < VERB_COUNT; i++) {
        if (strcmp(name, option_verbs[i].name) == 0)
            return (Verb)i;
        if (str_distance(given, str_from_c(option_verbs[i].name), 2) <= 2)
            near = option_verbs[i].name;
    }
    if (strstr(name, ".wgsl") || strstr(name, ".run")) {
        complain("the verb is missing: lanewise run %s, say (lanewise --help lists them)", name);
        return VERB_COUNT;
    }
    if (name[0] == '-')
        near = strncmp(name, "--v", 3) == 0 || !strcmp(name, "-v") || !strcmp(name, "-V")
                   ? "--version"
                   : near;
    complain("there is no verb '%s'%s%s%s (lanewise --help lists them)", name,
             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    return VERB_COUNT;
}

/* "--dispatch 8 8" takes the second 8 for a file. */
static bool is_size(const Options *o, Str file) {
    bool sized = false;
    for (uint32_t i = 0; i < o->directives.len; i++)
        sized |= str_is(o->directives.at[i].directive, "dispatch");
    for (uint32_t i = 0; i < file.len; i++)
        sized &= file.at[i] >= '0' && file.at[i] <= '9';
    return sized;
}

/* Files where they must be, and none where they cannot. */
static bool check_files(const Options *o) {
    const VerbInfo *v = &option_verbs[o->verb];
    if ((v->takes & TAKES_FILES) && !o->files.len)
        complain("%s needs a file (lanewise %s --help shows examples)", v->name, v->name);
    else if ((v->takes & TAKES_PROGRAM) && !o->files.len)
        complain("exec needs a program: lanewise exec [options] -- PROGRAM [arguments]");
    else if (o->verb == VERB_BANKS && o->files.len)
        complain("banks takes no file '%.*s'; a trace is given with --trace",
                 STR_ARG(o->files.at[0]));
    else if (o->files.len > 1 && is_size(o, o->files.at[o->files.len - 1]))
        complain("'%.*s' is taken for a file: sizes are one word, as in --dispatch 8,8",
                 STR_ARG(o->files.at[o->files.len - 1]));
    else
        return true;
    return false;
}

static bool is_help(const char *word) {
    return !strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help");
}

bool options_parse(Arena *a, int argc, char **argv, Options *o, int *exit_code) {
    *o = (Options){.fix = {.time_limit = FIX_SECONDS}, .colour = -1};
    *exit_code = EXIT_USAGE;
    const char *verb = argc > 1 ? argv[1] : "";
    bool help = is_help(verb), help_of_verb = help && argc > 2;
    if (argc < 2 || (help && !help_of_verb)) {
        options_print_usage(help ? stdout : stderr);
        *exit_code = help ? EXIT_DONE : EXIT_USAGE;
        return false;
    }
    if (!strcmp(verb, "--version")) {
        printf("lanewise %s\n", lw_version());
        *exit_code = EXIT_DONE;
        return false;
    }
    o->verb = find_verb(help_of_verb ? argv[2] : verb);
    if (o->verb == VERB_COUNT)
        return false;
    o->format = o->verb == VERB_TEST ? FORMAT_TAP : FORMAT_TEXT;
    const char **words = arena_array(a, const char *, argc);
    words[0] = "lanewise"; /* as help shows it */
    for (int i = 2; i < argc; i++)
        words[i - 1] = argv[i];
    if (help_of_verb)
        words[1] = "--help";
    return parse_verb_options(a, help_of_verb ? 2 : argc - 1, words, o, exit_code) &&
           check_files(o);
}
