#include "cli/spec.h"

#include "base/utf8.h"
#include "cli/enable.h"
#include "cli/spec_internal.h"

/* ---- single directives ---- */

static const char *parse_size(Spec *s, Str text, uint32_t size[3]) {
    return spec_parse_sizes(s, text, "workgroups", size);
}

static const char *add_entry(Spec *s, Str text, uint32_t line) {
    (void)line;
    s->entry = spec_trim(text);
    return s->entry.len ? NULL : "an entry point needs its name";
}

static const char *add_dispatch(Spec *s, Str text, uint32_t line) {
    (void)line;
    s->has_dispatch = true;
    return parse_size(s, text, s->dispatch);
}

static const char *add_passes(Spec *s, Str text, uint32_t line) {
    (void)line;
    for (;;) {
        Str one = text, rest = {0};
        bool more = spec_split(text, ';', &one, &rest);
        one = spec_trim(one);
        /* "pass a 1 ; pass b 2" repeats the word */
        Str words = one, first = spec_next_word(&words);
        if (str_is(first, "pass"))
            first = spec_next_word(&words);
        if (!first.len)
            return "a pass is ENTRY X [Y [Z]]";
        Pass p = {.entry = first};
        const char *bad = parse_size(s, words, p.workgroups);
        if (bad)
            return bad;
        vec_push(s->arena, &s->passes, p);
        if (!more)
            return NULL;
        text = rest;
    }
}

static const char *add_setting(Spec *s, Str text, uint32_t line) {
    (void)line;
    do {
        Str word = spec_next_word(&text), name, value;
        Setting set;
        if (!spec_split(word, '=', &name, &value) || !name.len ||
            !spec_parse_number(value, &set.value))
            return spec_wrong(s, "'%.*s' sets nothing: write NAME=NUMBER", word);
        set.name = name;
        vec_push(s->arena, &s->settings, set);
        text = spec_trim(text);
    } while (text.len);
    return NULL;
}

static void add_size(Spec *s, uint32_t size) {
    for (uint32_t i = 0; i < s->subgroup_sizes.len; i++)
        if (s->subgroup_sizes.at[i] == size)
            return;
    vec_push(s->arena, &s->subgroup_sizes, size);
}

static const char *add_subgroup_sizes(Spec *s, Str text, uint32_t line) {
    (void)line;
    s->subgroup_sizes.len = 0;
    for (uint32_t i = 0; i < text.len;) {
        uint32_t start = i;
        while (i < text.len && !spec_is_blank(text.at[i]) && text.at[i] != ',')
            i++;
        Str word = {text.at + start, i - start};
        uint32_t size;
        if (str_is(word, "all")) {
            for (size = 4; size <= 128; size *= 2)
                add_size(s, size);
        } else if (word.len) {
            if (!spec_parse_u32(word, &size) || size < 4 || size > 128 || (size & (size - 1)))
                return spec_wrong(
                    s, "'%.*s' is no subgroup size: it is 4, 8, 16, 32, 64, 128 or all", word);
            add_size(s, size);
        }
        i++;
    }
    return s->subgroup_sizes.len ? NULL : "a subgroup size is 4, 8, 16, 32, 64, 128 or all";
}

static const char *add_hardware(Spec *s, Str text, uint32_t line) {
    (void)line;
    s->hardware = spec_trim(text);
    return s->hardware.len ? NULL : "hardware needs the name of a model";
}

static const char *add_out_of_bounds(Spec *s, Str text, uint32_t line) {
    (void)line;
    static const char *const modes[] = {"clamp", "drop", "trap"};
    for (uint32_t i = 0; i < 3; i++) {
        if (str_is(spec_trim(text), modes[i])) {
            s->out_of_bounds = i;
            return NULL;
        }
    }
    return "an access out of bounds can clamp, drop or trap";
}

static const char *add_schedule(Spec *s, Str text, uint32_t line) {
    (void)line;
    static const char *const plain[] = {"fair", "ascending", "descending"};
    s->schedule = spec_next_word(&text);
    Str argument = spec_next_word(&text);
    for (int i = 0; i < 3; i++)
        if (str_is(s->schedule, plain[i]))
            return argument.len ? spec_wrong(s, "'%.*s' is one word too many", argument) : NULL;
    if (str_is(s->schedule, "occupancy") || str_is(s->schedule, "seed")) {
        uint32_t least = str_is(s->schedule, "occupancy") ? 1 : 0;
        if (!spec_parse_u32(argument, &s->schedule_arg) || s->schedule_arg < least)
            return str_format(s->arena,
                              "schedule '%.*s' needs a number from %u to 4294967295, not '%.*s'",
                              STR_ARG(s->schedule), least, STR_ARG(argument))
                .at;
        argument = spec_next_word(&text);
        return argument.len ? spec_wrong(s, "'%.*s' is one word too many", argument) : NULL;
    }
    return spec_wrong(
        s,
        "there is no schedule '%.*s': it is fair, ascending, descending, occupancy K or "
        "seed N",
        s->schedule);
}

static const char *add_dump(Spec *s, Str text, uint32_t line) {
    (void)line;
    Dump d = {0};
    Str binding, path;
    if (!spec_split(spec_trim(text), '=', &binding, &path) || !path.len)
        return "dump is GROUP:BINDING=PATH";
    d.path = path;
    const char *bad = spec_parse_binding(s, binding, &d.group, &d.binding);
    if (!bad)
        vec_push(s->arena, &s->dumps, d);
    return bad;
}

static const char *add_work(Spec *s, Str text, uint32_t line) {
    (void)line;
    for (Str word = spec_next_word(&text); word.len; word = spec_next_word(&text)) {
        Str name, value;
        double v;
        if (!spec_split(word, '=', &name, &value) || !spec_parse_number(value, &v) || !(v >= 0))
            return spec_wrong(s, "'%.*s' is no work: write bytes=N, operations=N or items=N", word);
        if (str_is(name, "bytes"))
            s->work.bytes = v;
        else if (str_is(name, "operations"))
            s->work.operations = v;
        else if (str_is(name, "items"))
            s->work.items = v;
        else
            return spec_wrong(s, "work has no '%.*s': there are bytes, operations and items", name);
    }
    return NULL;
}

static const char *add_enable(Spec *s, Str text, uint32_t line) {
    (void)line;
    return enable_add(s, text);
}

static const char *add_allow_non_uniform(Spec *s, Str text, uint32_t line) {
    (void)line;
    s->allow_non_uniform = true;
    return spec_trim(text).len ? "allow-non-uniform stands alone" : NULL;
}

/* ---- all directives ---- */

static const struct {
    const char *name;
    const char *(*add)(Spec *s, Str text, uint32_t line);
} directives[] = {
    {"entry", add_entry},
    {"dispatch", add_dispatch},
    {"pass", add_passes},
    {"set", add_setting},
    {"subgroup-size", add_subgroup_sizes},
    {"hardware", add_hardware},
    {"schedule", add_schedule},
    {"out-of-bounds", add_out_of_bounds},
    {"enable", add_enable},
    {"allow-non-uniform", add_allow_non_uniform},
    {"bind", spec_add_bind},
    {"expect", spec_add_expect},
    {"dump", add_dump},
    {"work", add_work},
};

const char *spec_add(Spec *s, Str directive, Str arguments, uint32_t line) {
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++)
        if (str_is(directive, directives[i].name))
            return directives[i].add(s, arguments, line);
    return spec_wrong(
        s,
        "unknown directive '%.*s': there are entry, dispatch, pass, set, subgroup-size, "
        "hardware, schedule, out-of-bounds, enable, allow-non-uniform, bind, expect, dump "
        "and work",
        directive);
}

void spec_clear(Spec *s, Str directive) {
    if (str_is(directive, "dispatch") || str_is(directive, "entry"))
        s->passes.len = 0;
    else if (str_is(directive, "pass"))
        s->passes.len = 0, s->has_dispatch = false, s->entry = (Str){0};
}

Str path_folder(Str path) {
    uint32_t n = path.len;
    while (n && path.at[n - 1] != '/')
        n--;
    return (Str){path.at, n};
}

Str spec_path(const Spec *s, Str path) {
    if (!path.len || path.at[0] == '/' || !s->folder.len)
        return str_copy(s->arena, path);
    return str_format(s->arena, "%.*s%.*s", STR_ARG(s->folder), STR_ARG(path));
}

/* ---- files ---- */

/* The next line without its break. */
static bool next_line(Str *rest, Str *line) {
    if (!rest->len)
        return false;
    uint32_t n = 0;
    while (n < rest->len && rest->at[n] != '\n')
        n++;
    *line = (Str){rest->at, n};
    uint32_t skip = n < rest->len ? n + 1 : n;
    *rest = (Str){rest->at + skip, rest->len - skip};
    return true;
}

/* A file that is read: where its lines are. */
typedef struct SpecFile {
    Str path, text;
    uint32_t line, start; /* the line's number, from 1, and its first byte */
} SpecFile;

/* The directive of the line is wrong; only blanks and //! stand before it, so that its bytes are
 * its columns. */
static bool refuse_line(Spec *s, const SpecFile *f, Str word, const char *bad, Str *error) {
    uint32_t start = (uint32_t)(word.at - f->text.at);
    Str path = utf8_shown(s->arena, f->path);
    s->wrong = (SpecError){f->text, str_from_c(bad), start, start + word.len};
    *error = str_format(s->arena, "%.*s:%u:%u: error: %s [bad-directive]", STR_ARG(path), f->line,
                        start - f->start + 1, bad);
    return false;
}

static bool add_line(Spec *s, const SpecFile *f, Str line, Str *error) {
    Str rest = line, word = spec_next_word(&rest);
    if (!word.len || word.at[0] == '#')
        return true;
    const char *bad = spec_add(s, word, rest, f->line);
    return !bad || refuse_line(s, f, word, bad, error);
}

bool spec_read_shader(Spec *s, Str path, Str text, Str *error) {
    Str line, kept = s->folder;
    s->folder = path_folder(path);
    bool ok = true;
    SpecFile f = {path, text, 1, 0};
    for (; ok && next_line(&text, &line); f.line++) {
        f.start = (uint32_t)(line.at - f.text.at);
        line = spec_trim(line);
        if (line.len >= 3 && memcmp(line.at, "//!", 3) == 0)
            ok = add_line(s, &f, (Str){line.at + 3, line.len - 3}, error);
    }
    s->folder = kept;
    return ok;
}

bool spec_read_run_file(Spec *s, Str path, Str text, Str *error) {
    Str line, kept = s->folder;
    s->folder = path_folder(path);
    bool ok = true;
    SpecFile f = {path, text, 1, 0};
    for (; ok && next_line(&text, &line); f.line++) {
        Str rest = line, word = spec_next_word(&rest);
        f.start = (uint32_t)(line.at - f.text.at);
        if (!s->shader.len && word.len && word.at[0] != '#') {
            s->shader = spec_path(s, spec_trim(rest));
            ok = (str_is(word, "shader") && s->shader.len) ||
                 refuse_line(s, &f, word, "the first line of a .run file is: shader PATH", error);
        } else {
            ok = add_line(s, &f, line, error);
        }
    }
    s->folder = kept;
    return ok;
}
