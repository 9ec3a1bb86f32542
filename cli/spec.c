#include "cli/spec.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "cli/enable.h"

/* ---- words ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static Str trim(Str s) {
    while (s.len && is_blank(s.at[0]))
        s = (Str){s.at + 1, s.len - 1};
    while (s.len && is_blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

/* The next word; empty at the end. */
static Str next_word(Str *rest) {
    *rest = trim(*rest);
    uint32_t n = 0;
    while (n < rest->len && !is_blank(rest->at[n]))
        n++;
    Str word = {rest->at, n};
    *rest = (Str){rest->at + n, rest->len - n};
    return word;
}

static bool split(Str s, char at, Str *left, Str *right) {
    for (uint32_t i = 0; i < s.len; i++) {
        if (s.at[i] != at)
            continue;
        *left = (Str){s.at, i};
        *right = (Str){s.at + i + 1, s.len - i - 1};
        return true;
    }
    return false;
}

static bool parse_u64(Str s, uint64_t *v) {
    char text[32], *end;
    if (!s.len || s.len >= sizeof text || !isdigit((unsigned char)s.at[0]))
        return false;
    memcpy(text, s.at, s.len);
    text[s.len] = 0;
    if (text[s.len - 1] == 'u' || text[s.len - 1] == 'U')
        text[s.len - 1] = 0;
    errno = 0;
    *v = strtoull(text, &end, 0);
    return *end == 0 && errno == 0;
}

static bool parse_u32(Str s, uint32_t *v) {
    uint64_t wide;
    if (!parse_u64(s, &wide) || wide > UINT32_MAX)
        return false;
    *v = (uint32_t)wide;
    return true;
}

/* Numbers as WGSL writes them, and "nan", "inf", "true", "false". */
static bool parse_number(Str s, double *v) {
    char text[64], *end;
    if (str_is(s, "true") || str_is(s, "false")) {
        *v = str_is(s, "true");
        return true;
    }
    if (!s.len || s.len >= sizeof text)
        return false;
    memcpy(text, s.at, s.len);
    text[s.len] = 0;
    *v = strtod(text, &end);
    if (end == text)
        return false;
    /* WGSL's type suffixes; hexadecimal digits were taken by strtod. */
    if (*end && strchr("fhiu", *end))
        end++;
    return *end == 0;
}

static const char *wrong(Spec *s, const char *format, Str word) {
    return str_format(s->arena, format, STR_ARG(word)).at;
}

/* ---- scalar types ---- */

static const struct {
    const char *name;
    uint32_t bytes;
} scalars[SCALAR_COUNT] = {{"f32", 4}, {"i32", 4}, {"u32", 4}, {"f16", 2}};

const char *scalar_name(ScalarType t) {
    return scalars[t].name;
}
uint32_t scalar_bytes(ScalarType t) {
    return scalars[t].bytes;
}
int scalar_digits(ScalarType t) {
    return t == SCALAR_F32 ? 9 : t == SCALAR_F16 ? 5 : 10;
}

bool scalar_parse(Str name, ScalarType *t) {
    for (uint32_t i = 0; i < SCALAR_COUNT; i++) {
        if (str_is(name, scalars[i].name)) {
            *t = (ScalarType)i;
            return true;
        }
    }
    return false;
}

/* ---- single directives ---- */

static const char *parse_binding(Spec *s, Str word, uint32_t *group, uint32_t *binding) {
    Str left, right;
    if (split(word, ':', &left, &right) && parse_u32(left, group) && parse_u32(right, binding))
        return NULL;
    return wrong(s, "'%.*s' is no binding: write GROUP:BINDING, as in 0:1", word);
}

static uint32_t skip_blanks(Str text, uint32_t i) {
    while (i < text.len && is_blank(text.at[i]))
        i++;
    return i;
}

/* One to three numbers of `what`, separated by blanks, a comma or an x. */
static const char *parse_sizes(Spec *s, Str text, const char *what, uint32_t size[3]) {
    uint32_t i = skip_blanks(text, 0);
    size[0] = size[1] = size[2] = 1;
    if (i == text.len)
        return str_format(s->arena, "the number of %s is missing: X [Y [Z]]", what).at;
    for (uint32_t n = 0; n == 0 || i < text.len; n++) {
        if (n == 3)
            return str_format(s->arena, "there are at most three numbers of %s", what).at;
        if (n && (text.at[i] == ',' || text.at[i] == 'x'))
            i = skip_blanks(text, i + 1);
        uint32_t start = i;
        while (i < text.len && !is_blank(text.at[i]) && text.at[i] != ',' && text.at[i] != 'x')
            i++;
        Str word = {text.at + start, i - start};
        if (!parse_u32(word, &size[n]))
            return str_format(s->arena, "'%.*s' is no number of %s", STR_ARG(word), what).at;
        i = skip_blanks(text, i);
    }
    return NULL;
}

static const char *parse_size(Spec *s, Str text, uint32_t size[3]) {
    return parse_sizes(s, text, "workgroups", size);
}

static const char *add_entry(Spec *s, Str text, uint32_t line) {
    (void)line;
    s->entry = trim(text);
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
        bool more = split(text, ';', &one, &rest);
        one = trim(one);
        /* "pass a 1 ; pass b 2" repeats the word */
        Str words = one, first = next_word(&words);
        if (str_is(first, "pass"))
            first = next_word(&words);
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
        Str word = next_word(&text), name, value;
        Setting set;
        if (!split(word, '=', &name, &value) || !name.len || !parse_number(value, &set.value))
            return wrong(s, "'%.*s' sets nothing: write NAME=NUMBER", word);
        set.name = name;
        vec_push(s->arena, &s->settings, set);
        text = trim(text);
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
        while (i < text.len && !is_blank(text.at[i]) && text.at[i] != ',')
            i++;
        Str word = {text.at + start, i - start};
        uint32_t size;
        if (str_is(word, "all")) {
            for (size = 4; size <= 128; size *= 2)
                add_size(s, size);
        } else if (word.len) {
            if (!parse_u32(word, &size) || size < 4 || size > 128 || (size & (size - 1)))
                return wrong(s, "'%.*s' is no subgroup size: it is 4, 8, 16, 32, 64, 128 or all",
                             word);
            add_size(s, size);
        }
        i++;
    }
    return s->subgroup_sizes.len ? NULL : "a subgroup size is 4, 8, 16, 32, 64, 128 or all";
}

static const char *add_hardware(Spec *s, Str text, uint32_t line) {
    (void)line;
    s->hardware = trim(text);
    return s->hardware.len ? NULL : "hardware needs the name of a model";
}

static const char *add_out_of_bounds(Spec *s, Str text, uint32_t line) {
    (void)line;
    static const char *const modes[] = {"clamp", "drop", "trap"};
    for (uint32_t i = 0; i < 3; i++) {
        if (str_is(trim(text), modes[i])) {
            s->out_of_bounds = i;
            return NULL;
        }
    }
    return "an access out of bounds can clamp, drop or trap";
}

static const char *add_schedule(Spec *s, Str text, uint32_t line) {
    (void)line;
    static const char *const plain[] = {"fair", "ascending", "descending"};
    s->schedule = next_word(&text);
    Str argument = next_word(&text);
    for (int i = 0; i < 3; i++)
        if (str_is(s->schedule, plain[i]))
            return argument.len ? wrong(s, "'%.*s' is one word too many", argument) : NULL;
    if (str_is(s->schedule, "occupancy") || str_is(s->schedule, "seed")) {
        if (!parse_u32(argument, &s->schedule_arg) ||
            (str_is(s->schedule, "occupancy") && !s->schedule_arg))
            return wrong(s, "schedule '%.*s' needs a number", s->schedule);
        return NULL;
    }
    return wrong(s,
                 "there is no schedule '%.*s': it is fair, ascending, descending, occupancy K or "
                 "seed N",
                 s->schedule);
}

/* ---- bind ---- */

static const struct {
    const char *name;
    FillKind kind;
} fills[] = {{"zeros", FILL_ZEROS},   {"iota", FILL_IOTA},     {"fill", FILL_VALUE},
             {"random", FILL_RANDOM}, {"values", FILL_VALUES}, {"file", FILL_FILE}};

static const char *parse_random_options(Spec *s, Bind *b, Str text) {
    b->seed = 1;
    b->max = 1;
    for (Str word = next_word(&text); word.len; word = next_word(&text)) {
        Str key, value;
        bool ok = split(word, '=', &key, &value);
        if (ok && str_is(key, "seed"))
            ok = parse_u64(value, &b->seed);
        else if (ok && str_is(key, "min"))
            ok = parse_number(value, &b->min), b->bounded = true;
        else if (ok && str_is(key, "max"))
            ok = parse_number(value, &b->max), b->bounded = true;
        else
            ok = false;
        if (!ok)
            return wrong(s, "'%.*s' is no option of random: seed=S, min=A, max=B", word);
    }
    return b->min <= b->max ? NULL : "random needs min <= max";
}

static const char *parse_values(Spec *s, Str text, Bind *b) {
    for (Str word = next_word(&text); word.len; word = next_word(&text)) {
        double v;
        if (!parse_number(word, &v))
            return wrong(s, "'%.*s' is no number", word);
        vec_push(s->arena, &b->values, v);
    }
    b->count = b->values.len;
    return b->count ? NULL : "values needs at least one value";
}

static const char *parse_count(Spec *s, Str *text, Bind *b) {
    Str word = next_word(text);
    if (!parse_u64(word, &b->count))
        return wrong(s, "'%.*s' is no number of elements", word);
    if (b->count > UINT32_MAX)
        return "a buffer has at most 4 294 967 295 elements";
    return NULL;
}

/* The form of a fill, its path or its value. */
static const char *parse_form(Spec *s, Str form, Str *text, Bind *b) {
    uint32_t k = 0;
    while (k < sizeof fills / sizeof fills[0] && !str_is(form, fills[k].name))
        k++;
    if (k == sizeof fills / sizeof fills[0])
        return wrong(s,
                     "'%.*s' fills no buffer: write zeros T N, iota T N, fill V T N, random T N, "
                     "values T v v ..., file PATH or texture FORMAT SIZE",
                     form);
    b->kind = fills[k].kind;
    if (b->kind == FILL_FILE) {
        b->path = spec_path(s, trim(*text));
        return b->path.len ? NULL : "file needs a path";
    }
    if (b->kind != FILL_VALUE)
        return NULL;
    Str word = next_word(text);
    return parse_number(word, &b->value) ? NULL : wrong(s, "'%.*s' is no number", word);
}

/* What comes behind form, type and count. */
static const char *parse_rest(Spec *s, Str text, Bind *b) {
    if (b->kind == FILL_RANDOM)
        return parse_random_options(s, b, text);
    text = trim(text);
    return text.len ? wrong(s, "'%.*s' is too much here", text) : NULL;
}

/* texture FORMAT SIZE [FORM], where a form has neither type nor count. */
static const char *parse_texture(Spec *s, Str text, Bind *b) {
    b->is_texture = true;
    b->format = next_word(&text);
    Str size = next_word(&text);
    if (!b->format.len || !size.len)
        return "a texture needs its format and its size: texture rgba8unorm 64x64";
    const char *bad = parse_sizes(s, size, "texels", b->size);
    Str form = next_word(&text);
    if (bad || !form.len)
        return bad;
    bad = parse_form(s, form, &text, b);
    if (bad || b->kind == FILL_FILE)
        return bad;
    return b->kind == FILL_VALUES ? parse_values(s, text, b) : parse_rest(s, text, b);
}

static const char *parse_fill(Spec *s, Str text, Bind *b) {
    Str form = next_word(&text);
    if (str_is(form, "texture"))
        return parse_texture(s, text, b);
    const char *bad = parse_form(s, form, &text, b);
    if (bad || b->kind == FILL_FILE)
        return bad;
    Str type = next_word(&text);
    if (!scalar_parse(type, &b->type))
        return wrong(s, "'%.*s' is no element type: it is f32, i32, u32 or f16", type);
    if (b->kind == FILL_VALUES)
        return parse_values(s, text, b);
    bad = parse_count(s, &text, b);
    return bad ? bad : parse_rest(s, text, b);
}

static const char *add_bind(Spec *s, Str text, uint32_t line) {
    (void)line;
    Bind b = {0};
    /* "0:0 random ..." in files, "0:0=random ..." on the command line */
    uint32_t n = 0;
    text = trim(text);
    while (n < text.len && !is_blank(text.at[n]) && text.at[n] != '=')
        n++;
    const char *bad = parse_binding(s, (Str){text.at, n}, &b.group, &b.binding);
    if (bad)
        return bad;
    if (n < text.len)
        n++;
    bad = parse_fill(s, (Str){text.at + n, text.len - n}, &b);
    if (bad)
        return bad;
    for (uint32_t i = 0; i < s->binds.len; i++) {
        if (s->binds.at[i].group == b.group && s->binds.at[i].binding == b.binding) {
            s->binds.at[i] = b;
            return NULL;
        }
    }
    vec_push(s->arena, &s->binds, b);
    return NULL;
}

/* ---- expect ---- */

/* Takes "tol=E" or "rtol=E". */
static bool take_tolerance(Str word, Expect *e) {
    Str key, value;
    if (!split(word, '=', &key, &value))
        return false;
    if (str_is(key, "tol"))
        return parse_number(value, &e->tol) && e->tol >= 0;
    return str_is(key, "rtol") && parse_number(value, &e->rtol) && e->rtol >= 0;
}

static const char *parse_range(Spec *s, Str word, Expect *e) {
    Str inside = {word.at + 1, word.len > 1 ? word.len - 2 : 0}, left, right;
    e->has_range = true;
    if (word.at[word.len - 1] == ']' && split(inside, '.', &left, &right) && right.len &&
        right.at[0] == '.' && parse_u64(left, &e->from) &&
        parse_u64((Str){right.at + 1, right.len - 1}, &e->to) && e->from < e->to)
        return NULL;
    return wrong(s, "'%.*s' is no range: write [a..b], with a < b", word);
}

static const char *expect_numbers(Spec *s, Str text, Expect *e) {
    for (Str word = next_word(&text); word.len; word = next_word(&text)) {
        double v;
        if (take_tolerance(word, e))
            continue;
        if (!parse_number(word, &v))
            return wrong(s, "'%.*s' is no value", word);
        vec_push(s->arena, &e->values, v);
    }
    return NULL;
}

static const char *expect_values(Spec *s, Str text, Expect *e) {
    e->kind = EXPECT_VALUES;
    const char *bad = expect_numbers(s, text, e);
    if (bad)
        return bad;
    if (!e->values.len)
        return "values needs at least one value";
    if (e->has_range && e->to - e->from != e->values.len)
        return str_format(s->arena, "the range has %llu elements, but there are %u values",
                          (unsigned long long)(e->to - e->from), e->values.len)
            .at;
    return NULL;
}

static const char *expect_fill(Spec *s, Str text, Expect *e) {
    e->kind = EXPECT_FILL;
    const char *bad = expect_numbers(s, text, e);
    return bad ? bad : e->values.len == 1 ? NULL : "fill takes one value";
}

static const char *expect_file(Spec *s, Str text, Expect *e) {
    e->kind = EXPECT_FILE;
    e->path = spec_path(s, next_word(&text));
    for (Str word = next_word(&text); word.len; word = next_word(&text))
        if (!take_tolerance(word, e))
            return wrong(s, "'%.*s' is too much here", word);
    return e->path.len ? NULL : "file needs a path";
}

static const char *expect_reference(Spec *s, Str text, Expect *e) {
    e->kind = EXPECT_REFERENCE;
    e->name = next_word(&text);
    for (Str word = next_word(&text); word.len; word = next_word(&text))
        if (!take_tolerance(word, e))
            vec_push(s->arena, &e->words, word);
    return e->name.len ? NULL : "reference needs a name";
}

static const char *expect_error(Spec *s, Str text, Expect *e) {
    e->kind = EXPECT_ERROR;
    Str place = next_word(&text), line, column;
    if (split(place, ':', &line, &column)) {
        if (!parse_u32(column, &e->column))
            return wrong(s, "'%.*s' is no column", column);
        place = line;
    }
    if (!parse_u32(place, &e->places[0]))
        return wrong(s, "'%.*s' is no line: write expect error LINE[:COLUMN] [CODE]", place);
    e->place_count = 1;
    e->code = next_word(&text);
    return NULL;
}

static const char *expect_finding(Spec *s, Str text, Expect *e) {
    e->kind = EXPECT_FINDING;
    e->name = next_word(&text);
    if (!e->name.len)
        return "finding needs the name of a rule";
    for (Str word = next_word(&text); word.len; word = next_word(&text)) {
        if (e->place_count == 2 || !parse_u32(word, &e->places[e->place_count]))
            return wrong(s, "'%.*s' is no line: write expect finding RULE [LINE [LINE]]", word);
        e->place_count++;
    }
    return NULL;
}

static const char *expect_buffer(Spec *s, Str word, Str text, Expect *e) {
    const char *bad = parse_binding(s, word, &e->group, &e->binding);
    if (bad)
        return bad;
    word = next_word(&text);
    if (word.len && word.at[0] == '[') {
        bad = parse_range(s, word, e);
        if (bad)
            return bad;
        word = next_word(&text);
    }
    if (str_is(word, "values"))
        return expect_values(s, text, e);
    if (str_is(word, "fill"))
        return expect_fill(s, text, e);
    if (str_is(word, "file"))
        return expect_file(s, text, e);
    if (str_is(word, "reference"))
        return expect_reference(s, text, e);
    return wrong(s, "'%.*s' expects nothing: write values, fill, file or reference", word);
}

static const char *add_expect(Spec *s, Str text, uint32_t line) {
    Expect e = {.line = line};
    Str word = next_word(&text);
    const char *bad = NULL;
    if (str_is(word, "error"))
        bad = expect_error(s, text, &e);
    else if (str_is(word, "finding"))
        bad = expect_finding(s, text, &e);
    else if (str_is(word, "no"))
        e.kind = EXPECT_NO_FINDINGS,
        bad = str_is(trim(text), "findings") ? NULL : "write expect no findings";
    else
        bad = expect_buffer(s, word, text, &e);
    if (!bad)
        vec_push(s->arena, &s->expects, e);
    return bad;
}

static const char *add_dump(Spec *s, Str text, uint32_t line) {
    (void)line;
    Dump d = {0};
    Str binding, path;
    if (!split(trim(text), '=', &binding, &path) || !path.len)
        return "dump is GROUP:BINDING=PATH";
    d.path = path;
    const char *bad = parse_binding(s, binding, &d.group, &d.binding);
    if (!bad)
        vec_push(s->arena, &s->dumps, d);
    return bad;
}

static const char *add_work(Spec *s, Str text, uint32_t line) {
    (void)line;
    for (Str word = next_word(&text); word.len; word = next_word(&text)) {
        Str name, value;
        double v;
        if (!split(word, '=', &name, &value) || !parse_number(value, &v) || !(v >= 0))
            return wrong(s, "'%.*s' is no work: write bytes=N, operations=N or items=N", word);
        if (str_is(name, "bytes"))
            s->work.bytes = v;
        else if (str_is(name, "operations"))
            s->work.operations = v;
        else if (str_is(name, "items"))
            s->work.items = v;
        else
            return wrong(s, "work has no '%.*s': there are bytes, operations and items", name);
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
    return trim(text).len ? "allow-non-uniform stands alone" : NULL;
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
    {"bind", add_bind},
    {"expect", add_expect},
    {"dump", add_dump},
    {"work", add_work},
};

const char *spec_add(Spec *s, Str directive, Str arguments, uint32_t line) {
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++)
        if (str_is(directive, directives[i].name))
            return directives[i].add(s, arguments, line);
    return wrong(s,
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

static bool add_line(Spec *s, Str path, Str line, uint32_t number, Str *error) {
    Str rest = line, word = next_word(&rest);
    if (!word.len || word.at[0] == '#')
        return true;
    const char *bad = spec_add(s, word, rest, number);
    if (bad)
        *error = str_format(s->arena, "%.*s:%u: error: %s", STR_ARG(path), number, bad);
    return !bad;
}

bool spec_read_shader(Spec *s, Str path, Str text, Str *error) {
    Str line, kept = s->folder;
    s->folder = path_folder(path);
    bool ok = true;
    for (uint32_t number = 1; ok && next_line(&text, &line); number++) {
        line = trim(line);
        if (line.len >= 3 && memcmp(line.at, "//!", 3) == 0)
            ok = add_line(s, path, (Str){line.at + 3, line.len - 3}, number, error);
    }
    s->folder = kept;
    return ok;
}

bool spec_read_run_file(Spec *s, Str path, Str text, Str *error) {
    Str line, kept = s->folder;
    s->folder = path_folder(path);
    bool ok = true;
    for (uint32_t number = 1; ok && next_line(&text, &line); number++) {
        Str rest = line, word = next_word(&rest);
        if (!s->shader.len && word.len && word.at[0] != '#') {
            ok = str_is(word, "shader");
            s->shader = spec_path(s, trim(rest));
            if (!ok || !s->shader.len) {
                ok = false;
                *error = str_format(s->arena,
                                    "%.*s:%u: error: the first line of a .run file is: shader PATH",
                                    STR_ARG(path), number);
            }
        } else {
            ok = add_line(s, path, line, number, error);
        }
    }
    s->folder = kept;
    return ok;
}
