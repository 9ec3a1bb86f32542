#include <stdlib.h>

#include "cli/options_internal.h"
#include "cli/versus.h"
#include "report/rules.h"

static bool parse_number(const char *option, const char *text, uint64_t most, uint64_t *v) {
    char *end;
    *v = strtoull(text, &end, 10);
    if (end != text && *end == 0 && text[0] != '-' && *v <= most)
        return true;
    complain("--%s takes a number up to %llu, not '%s'", option, (unsigned long long)most, text);
    return false;
}

static bool parse_small(const char *option, const char *text, uint32_t most, uint32_t *v) {
    uint64_t wide;
    if (!parse_number(option, text, most, &wide))
        return false;
    *v = (uint32_t)wide;
    return true;
}

/* One of the words; -1 with a message when it is none. */
static int choose(const char *option, const char *text, const char *const *words, int n) {
    for (int i = 0; i < n; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    complain("--%s does not know '%s'", option, text);
    return -1;
}

static bool parse_matrix(const char *text, BanksOptions *b) {
    char *end;
    unsigned long rows = strtoul(text, &end, 10);
    unsigned long columns = *end == 'x' ? strtoul(end + 1, &end, 10) : 0;
    if (*end || !rows || !columns || rows > 65536 || columns > 65536) {
        complain("--matrix takes ROWSxCOLS, as in 16x16, not '%s'", text);
        return false;
    }
    b->has_matrix = true;
    b->rows = (uint32_t)rows;
    b->columns = (uint32_t)columns;
    return true;
}

static bool parse_workgroup(const char *text, LwPrintFilter *f) {
    char *end = (char *)text;
    f->one_workgroup = true;
    for (int i = 0; i < 3; i++) {
        unsigned long v = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : UINT32_MAX;
        if (v >= UINT32_MAX || (*end && (*end != ',' || i == 2))) {
            complain("--print-workgroup takes a workgroup's X, X,Y or X,Y,Z, not '%s'", text);
            return false;
        }
        f->workgroup[i] = (uint32_t)v;
        if (!*end)
            return true;
        text = end + 1;
    }
    return true;
}

static bool parse_stride(const char *text, BanksOptions *b) {
    char *end;
    long v = strtol(text, &end, 10);
    if (end == text || *end || v > 1000000 || v < -1000000) {
        complain("--stride takes a number of elements, not '%s'", text);
        return false;
    }
    b->has_stride = true;
    b->stride = (int32_t)v;
    return true;
}

static bool take_banks_option(int option, const char *text, Options *o) {
    static const char *const ops[] = {"load", "store", "atomic"}, *const spaces[] = {"workgroup",
                                                                                     "storage"};
    BanksOptions *b = &o->banks;
    int k;
    switch (option) {
    case OPTION_TRACE: b->trace = text; return true;
    case OPTION_HARDWARE_NAME: b->hardware = text; return true;
    case OPTION_STRIDE: return parse_stride(text, b);
    case OPTION_MATRIX: return parse_matrix(text, b);
    case OPTION_PAD: b->has_pad = true; return parse_small("pad", text, 65536, &b->pad);
    case OPTION_COLUMN: b->has_column = true; return parse_small("column", text, 65536, &b->column);
    case OPTION_LANES:
        if (!parse_small("lanes", text, 128, &b->lanes))
            return false;
        if (b->lanes)
            return true;
        complain("--lanes is 1 to 128");
        return false;
    case OPTION_OP:
        k = choose("op", text, ops, 3);
        b->has_op = true;
        b->op = k;
        return k >= 0;
    case OPTION_SPACE:
        k = choose("space", text, spaces, 2);
        b->has_space = true;
        b->storage = k == 1;
        return k >= 0;
    default:
        if (!parse_small("width", text, 16, &b->width))
            return false;
        if (b->width == 4 || b->width == 8 || b->width == 16)
            return true;
        complain("--width is 4, 8 or 16");
        return false;
    }
}

static const char *const format_names[FORMAT_COUNT] = {"text", "json",  "sarif",   "github",
                                                       "tap",  "junit", "markdown"};

/* Does the verb have the format? */
static bool has_format(Verb verb, const char *name) {
    const char *at = strstr(option_verbs[verb].formats, name);
    return at && strchr(" ", at[strlen(name)]);
}

static bool parse_format(const char *text, Options *o) {
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(text, format_names[i]) == 0 && has_format(o->verb, text)) {
            o->format = (Format)i;
            return true;
        }
    }
    complain("--format does not know '%s': %s has %s", text, option_verbs[o->verb].name,
             option_verbs[o->verb].formats);
    return false;
}

static bool parse_rules(Arena *a, const char *text, StrList *rules) {
    while (*text) {
        Str word = {text, (uint32_t)strcspn(text, ", ")};
        if (word.len && !rule_find(word)) {
            complain("%s", rule_unknown(a, word).at);
            return false;
        }
        if (word.len)
            vec_push(a, rules, str_copy(a, word));
        text += word.len + (text[word.len] ? 1 : 0);
    }
    return true;
}

static bool parse_measures(Arena *a, const char *text, StrList *measures) {
    while (*text) {
        Str word = {text, (uint32_t)strcspn(text, ", ")};
        if (word.len && !versus_has_measure(word)) {
            complain("--fail-on-worse does not know '%.*s': there are %s", STR_ARG(word),
                     versus_measures(a));
            return false;
        }
        if (word.len)
            vec_push(a, measures, str_copy(a, word));
        text += word.len + (text[word.len] ? 1 : 0);
    }
    return true;
}

static bool parse_tuning(const char *text, LwkTuning *t) {
    const struct {
        const char *name;
        uint32_t *value;
    } fields[] = {{"workgroup_size=", &t->workgroup_size},
                  {"items=", &t->items},
                  {"groups=", &t->groups},
                  {"copies=", &t->copies}};
    enum { FIELDS = sizeof fields / sizeof fields[0] };
    for (const char *at = text; *at;) {
        int k = 0;
        while (k < FIELDS && strncmp(at, fields[k].name, strlen(fields[k].name)) != 0)
            k++;
        char *end = NULL;
        if (k < FIELDS) {
            at += strlen(fields[k].name);
            *fields[k].value = (uint32_t)strtoul(at, &end, 10);
        }
        if (!end || end == at || (*end && *end != ',')) {
            complain("--tuning takes workgroup_size=N, items=N, groups=N, copies=N, with "
                     "commas "
                     "between them, not '%s'",
                     text);
            return false;
        }
        at = end + (*end == ',');
    }
    return true;
}

static bool take_bench_option(Arena *a, int option, const char *text, Options *o) {
    BenchOptions *b = &o->bench;
    switch (option) {
    case OPTION_DEVICE: b->device = text; return true;
    case OPTION_PLOT: b->plot = text; return true;
    case OPTION_NO_CHECK: b->no_check = true; return true;
    case OPTION_TUNE: b->tune = text; return true;
    case OPTION_TUNING: return parse_tuning(text, &b->tuning);
    case OPTION_PRESET: vec_push(a, &b->presets, str_from_c(text)); return true;
    case OPTION_ONLY: vec_push(a, &b->only, str_from_c(text)); return true;
    default: vec_push(a, &b->toggles, str_from_c(text)); return true;
    }
}

bool option_take(Arena *a, int option, const char *text, Options *o) {
    static const char *const reports[] = {"portability"};
    static const char *const colours[] = {"never", "always", "auto"}, *const severities[] = {
                                                                          "note", "warning",
                                                                          "error"};
    int k;
    if (option < OPTION_FORMAT) {
        OptionDirective d = {str_from_c(option_directive(option)), str_from_c(text)};
        vec_push(a, &o->directives, d);
        return true;
    }
    switch (option) {
    case OPTION_FORMAT: return parse_format(text, o);
    case OPTION_COLOUR:
        k = choose("colour", text, colours, 3);
        o->colour = k == 2 ? -1 : k;
        return k >= 0;
    case OPTION_QUIET: o->quiet = true; return true;
    case OPTION_THREADS: return parse_small("threads", text, 1024, &o->threads);
    case OPTION_REPEAT: return parse_small("repeat", text, 1000000, &o->repeat);
    case OPTION_PRINT_WORKGROUP: return parse_workgroup(text, &o->prints);
    case OPTION_PRINT_INVOCATION:
        o->prints.one_invocation = true;
        return parse_small("print-invocation", text, UINT32_MAX - 1, &o->prints.invocation);
    case OPTION_SCHEDULES: return parse_small("schedules", text, 100000, &o->schedules);
    case OPTION_REPORT:
        o->portability = choose("report", text, reports, 1) == 0;
        return o->portability;
    case OPTION_COMPARE: o->compare = true; return true;
    case OPTION_FAIL_ON_WORSE: return parse_measures(a, text, &o->worse);
    case OPTION_HTML: o->html = str_from_c(text); return true;
    case OPTION_IGNORE: return parse_rules(a, text, &o->ignore);
    case OPTION_STEPS: return parse_number("step-budget", text, UINT64_MAX / 2, &o->step_budget);
    case OPTION_MEMORY:
        if (!parse_number("memory-budget", text, 1 << 24, &o->memory_budget))
            return false;
        o->memory_budget <<= 20;
        return true;
    case OPTION_FIX_WRITE: o->fix.write = true; return true;
    case OPTION_FIX_OUTPUT: o->fix.output = str_from_c(text); return true;
    case OPTION_FIX_ONLY: return fix_parse_kinds("only", text, &o->fix.only);
    case OPTION_FIX_APPLY: return fix_parse_kinds("apply", text, &o->fix.apply);
    case OPTION_FIX_STORAGE_LIMIT:
        return parse_small("storage-limit", text, 1 << 20, &o->fix.storage_limit);
    case OPTION_FIX_TIME_LIMIT: return parse_small("time-limit", text, 1 << 20, &o->fix.time_limit);
    case OPTION_FAIL_ON:
        k = choose("fail-on", text, severities, 3);
        o->fail_on = str_from_c(text);
        return k >= 0;
    case OPTION_CHECK: return o->exec.check = true;
    case OPTION_PROFILE: return o->exec.profile = true;
    case OPTION_OUTPUT: o->exec.output = str_from_c(text); return true;
    case OPTION_LIBRARY: o->exec.library = str_from_c(text); return true;
    default:
        return o->verb == VERB_BENCH ? take_bench_option(a, option, text, o)
                                     : take_banks_option(option, text, o);
    }
}
