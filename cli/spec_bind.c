/* The directive bind: what buffers and textures hold before a run, and what samplers are. */
#include <math.h>

#include "cli/spec_internal.h"

static const struct {
    const char *name, *example;
} fills[] = {[FILL_ZEROS] = {"zeros", "zeros f32 64"},
             [FILL_IOTA] = {"iota", "iota u32 64"},
             [FILL_VALUE] = {"fill", "fill 1.5 f32 64"},
             [FILL_RANDOM] = {"random", "random f32 64 seed=7"},
             [FILL_VALUES] = {"values", "values i32 1 2 3 4"},
             [FILL_FILE] = {"file", "file data.npy"}};

static const char *parse_random_options(Spec *s, Bind *b, Str text) {
    b->seed = 1;
    b->max = 1;
    for (Str word = spec_next_word(&text); word.len; word = spec_next_word(&text)) {
        Str key, value;
        bool ok = spec_split(word, '=', &key, &value);
        if (ok && str_is(key, "seed"))
            ok = spec_parse_u64(value, &b->seed);
        else if (ok && str_is(key, "min"))
            ok = spec_parse_number(value, &b->min), b->bounded = true;
        else if (ok && str_is(key, "max"))
            ok = spec_parse_number(value, &b->max), b->bounded = true;
        else
            ok = false;
        if (!ok)
            return spec_wrong(s, "'%.*s' is no option of random: seed=S, min=A, max=B", word);
    }
    return b->min <= b->max ? NULL : "random needs min <= max";
}

/* A number that the element type has: nothing is wrapped or cut off without a word. */
static const char *check_value(Spec *s, Str word, const Bind *b, double v) {
    static const struct {
        double least, most;
    } ranges[SCALAR_COUNT] = {
        [SCALAR_I32] = {INT32_MIN, INT32_MAX}, [SCALAR_U32] = {0, UINT32_MAX}};
    bool whole = !b->is_texture && ranges[b->type].most > 0;
    if (!whole || (v >= ranges[b->type].least && v <= ranges[b->type].most && v == floor(v)))
        return NULL;
    return str_format(s->arena, "'%.*s' is no %s: it is a whole number from %.0f to %.0f",
                      STR_ARG(word), scalar_name(b->type), ranges[b->type].least,
                      ranges[b->type].most)
        .at;
}

static const char *parse_value(Spec *s, Str word, const Bind *b, double *v) {
    return spec_parse_number(word, v) ? check_value(s, word, b, *v)
                                      : spec_wrong(s, "'%.*s' is no number", word);
}

static const char *parse_values(Spec *s, Str text, Bind *b) {
    for (Str word = spec_next_word(&text); word.len; word = spec_next_word(&text)) {
        double v;
        const char *bad = parse_value(s, word, b, &v);
        if (bad)
            return bad;
        vec_push(s->arena, &b->values, v);
    }
    b->count = b->values.len;
    return b->count ? NULL : "values needs at least one value";
}

static const char *parse_count(Spec *s, Str *text, Bind *b) {
    Str word = spec_next_word(text);
    if (!spec_parse_u64(word, &b->count))
        return spec_wrong(s, "'%.*s' is no number of elements", word);
    if (b->count > UINT32_MAX)
        return "a buffer has at most 4 294 967 295 elements";
    return NULL;
}

static bool is_path(Str word) {
    return word.len && (memchr(word.at, '.', word.len) || memchr(word.at, '/', word.len));
}

/* The form of a fill, its path or its value. */
static const char *parse_form(Spec *s, Str form, Str *text, Bind *b) {
    uint32_t k = 0;
    while (k < sizeof fills / sizeof fills[0] && !str_is(form, fills[k].name))
        k++;
    if (k == sizeof fills / sizeof fills[0] && is_path(form))
        return str_format(s->arena, "for a file write file and its path: file %.*s", STR_ARG(form))
            .at;
    if (k == sizeof fills / sizeof fills[0])
        return spec_wrong(
            s,
            "'%.*s' fills no buffer: write zeros T N, iota T N, fill V T N, random T N, "
            "values T v v ..., file PATH, texture FORMAT SIZE or sampler",
            form);
    b->kind = (FillKind)k;
    if (b->kind == FILL_FILE) {
        b->path = spec_path(s, spec_trim(*text));
        return b->path.len ? NULL : "file needs a path";
    }
    if (b->kind != FILL_VALUE)
        return NULL;
    Str word = spec_next_word(text);
    return spec_parse_number(word, &b->value) ? NULL : spec_wrong(s, "'%.*s' is no number", word);
}

/* What comes behind form, type and count. */
static const char *parse_rest(Spec *s, Str text, Bind *b) {
    if (b->kind == FILL_RANDOM)
        return parse_random_options(s, b, text);
    text = spec_trim(text);
    return text.len ? spec_wrong(s, "'%.*s' is too much here", text) : NULL;
}

/* texture FORMAT SIZE [FORM], where a form has neither type nor count. */
static const char *parse_texture(Spec *s, Str text, Bind *b) {
    b->is_texture = true;
    b->format = spec_next_word(&text);
    Str size = spec_next_word(&text);
    if (!b->format.len || !size.len)
        return "a texture needs its format and its size: texture rgba8unorm 64x64";
    const char *bad = spec_parse_sizes(s, size, "texels", b->size);
    Str form = spec_next_word(&text);
    if (bad || !form.len)
        return bad;
    bad = parse_form(s, form, &text, b);
    if (bad || b->kind == FILL_FILE)
        return bad;
    return b->kind == FILL_VALUES ? parse_values(s, text, b) : parse_rest(s, text, b);
}

static const char *parse_fill(Spec *s, Str text, Bind *b) {
    Str form = spec_next_word(&text);
    if (str_is(form, "texture"))
        return parse_texture(s, text, b);
    b->is_sampler = str_is(form, "sampler");
    if (b->is_sampler)
        return spec_parse_sampler(s, text, &b->sampler);
    Str rest = text, value = spec_next_word(&rest);
    const char *bad = parse_form(s, form, &text, b);
    if (bad || b->kind == FILL_FILE)
        return bad;
    Str type = spec_next_word(&text);
    if (!scalar_parse(type, &b->type))
        return str_format(s->arena,
                          "'%.*s' is no element type: it is f32, i32, u32 or f16, as in '%s'",
                          STR_ARG(type), fills[b->kind].example)
            .at;
    if (b->kind == FILL_VALUES)
        return parse_values(s, text, b);
    if (b->kind == FILL_VALUE)
        bad = check_value(s, value, b, b->value);
    if (bad)
        return bad;
    bad = parse_count(s, &text, b);
    return bad ? bad : parse_rest(s, text, b);
}

const char *spec_add_bind(Spec *s, Str text, uint32_t line) {
    (void)line;
    Bind b = {0};
    /* "0:0 random ..." in files, "0:0=random ..." on the command line */
    uint32_t n = 0;
    text = spec_trim(text);
    while (n < text.len && !spec_is_blank(text.at[n]) && text.at[n] != '=')
        n++;
    const char *bad = spec_parse_binding(s, (Str){text.at, n}, &b.group, &b.binding);
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
