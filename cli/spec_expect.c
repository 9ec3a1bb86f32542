/* The directive expect: what buffers hold after a run, and what is found. */
#include "cli/spec_internal.h"

/* Takes "tol=E" or "rtol=E". */
static bool take_tolerance(Str word, Expect *e) {
    Str key, value;
    if (!spec_split(word, '=', &key, &value))
        return false;
    if (str_is(key, "tol"))
        return spec_parse_number(value, &e->tol) && e->tol >= 0;
    return str_is(key, "rtol") && spec_parse_number(value, &e->rtol) && e->rtol >= 0;
}

static const char *parse_range(Spec *s, Str word, Expect *e) {
    Str inside = {word.at + 1, word.len > 1 ? word.len - 2 : 0}, left, right;
    e->has_range = true;
    if (word.at[word.len - 1] == ']' && spec_split(inside, '.', &left, &right) && right.len &&
        right.at[0] == '.' && spec_parse_u64(left, &e->from) &&
        spec_parse_u64((Str){right.at + 1, right.len - 1}, &e->to) && e->from < e->to)
        return NULL;
    return spec_wrong(s, "'%.*s' is no range: write [a..b], with a < b", word);
}

static const char *expect_numbers(Spec *s, Str text, Expect *e) {
    for (Str word = spec_next_word(&text); word.len; word = spec_next_word(&text)) {
        double v;
        if (take_tolerance(word, e))
            continue;
        if (!spec_parse_number(word, &v))
            return spec_wrong(s, "'%.*s' is no value", word);
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
    e->path = spec_path(s, spec_next_word(&text));
    for (Str word = spec_next_word(&text); word.len; word = spec_next_word(&text))
        if (!take_tolerance(word, e))
            return spec_wrong(s, "'%.*s' is too much here", word);
    return e->path.len ? NULL : "file needs a path";
}

static const char *expect_reference(Spec *s, Str text, Expect *e) {
    e->kind = EXPECT_REFERENCE;
    e->name = spec_next_word(&text);
    for (Str word = spec_next_word(&text); word.len; word = spec_next_word(&text))
        if (!take_tolerance(word, e))
            vec_push(s->arena, &e->words, word);
    return e->name.len ? NULL : "reference needs a name";
}

static const char *expect_error(Spec *s, Str text, Expect *e) {
    e->kind = EXPECT_ERROR;
    Str place = spec_next_word(&text), line, column;
    if (spec_split(place, ':', &line, &column)) {
        if (!spec_parse_u32(column, &e->column))
            return spec_wrong(s, "'%.*s' is no column", column);
        place = line;
    }
    if (!spec_parse_u32(place, &e->places[0]))
        return spec_wrong(s, "'%.*s' is no line: write expect error LINE[:COLUMN] [CODE]", place);
    e->place_count = 1;
    e->code = spec_next_word(&text);
    return NULL;
}

static const char *expect_finding(Spec *s, Str text, Expect *e) {
    e->kind = EXPECT_FINDING;
    e->name = spec_next_word(&text);
    if (!e->name.len)
        return "finding needs the name of a rule";
    for (Str word = spec_next_word(&text); word.len; word = spec_next_word(&text)) {
        if (e->place_count == 2 || !spec_parse_u32(word, &e->places[e->place_count]))
            return spec_wrong(s, "'%.*s' is no line: write expect finding RULE [LINE [LINE]]",
                              word);
        e->place_count++;
    }
    return NULL;
}

static const char *expect_buffer(Spec *s, Str word, Str text, Expect *e) {
    const char *bad = spec_parse_binding(s, word, &e->group, &e->binding);
    if (bad)
        return bad;
    word = spec_next_word(&text);
    if (word.len && word.at[0] == '[') {
        bad = parse_range(s, word, e);
        if (bad)
            return bad;
        word = spec_next_word(&text);
    }
    if (str_is(word, "values"))
        return expect_values(s, text, e);
    if (str_is(word, "fill"))
        return expect_fill(s, text, e);
    if (str_is(word, "file"))
        return expect_file(s, text, e);
    if (str_is(word, "reference"))
        return expect_reference(s, text, e);
    return spec_wrong(s, "'%.*s' expects nothing: write values, fill, file or reference", word);
}

const char *spec_add_expect(Spec *s, Str text, uint32_t line) {
    Expect e = {.line = line};
    Str word = spec_next_word(&text);
    const char *bad = NULL;
    if (str_is(word, "error"))
        bad = expect_error(s, text, &e);
    else if (str_is(word, "finding"))
        bad = expect_finding(s, text, &e);
    else if (str_is(word, "no"))
        e.kind = EXPECT_NO_FINDINGS,
        bad = str_is(spec_trim(text), "findings") ? NULL : "write expect no findings";
    else
        bad = expect_buffer(s, word, text, &e);
    if (!bad)
        vec_push(s->arena, &s->expects, e);
    return bad;
}
