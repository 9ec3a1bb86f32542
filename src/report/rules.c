#include "report/rules.h"

#define RULE(name, group, places, severity, title, about, example, cure, cured, price, caution)    \
    {name,  RULE_##group, places, SEVERITY_##severity, title, about, example, cure,                \
     cured, price,        caution},
static const Rule rules[] = {
#include "report/rules.def"
};
#undef RULE

static const RuleFix fixes[] = {
#define FIX(rule, kinds, about) {rule, kinds, about},
#include "diag/fixes.def"
#undef FIX
};

static const CodeText codes[] = {
#define CODE(id, name, about, cure) {name, about, cure},
#include "lang/codes.def"
#undef CODE
};

uint32_t rule_code_count(void) {
    return sizeof codes / sizeof codes[0];
}

const CodeText *rule_code_at(uint32_t i) {
    return &codes[i];
}

const CodeText *rule_code_find(Str name) {
    for (uint32_t i = 0; i < rule_code_count(); i++)
        if (str_is(name, codes[i].name))
            return &codes[i];
    return NULL;
}

const RuleFix *rule_fix(Str name) {
    for (size_t i = 0; i < sizeof fixes / sizeof fixes[0]; i++)
        if (str_is(name, fixes[i].rule))
            return &fixes[i];
    return NULL;
}

uint32_t rule_count(void) {
    return sizeof rules / sizeof rules[0];
}

const Rule *rule_at(uint32_t i) {
    return &rules[i];
}

const Rule *rule_find(Str name) {
    for (uint32_t i = 0; i < rule_count(); i++)
        if (str_is(name, rules[i].name))
            return &rules[i];
    return NULL;
}

const char *rule_near(Str name) {
    enum { FAR = 4 };
    uint32_t best = FAR;
    const char *near = NULL;
    for (uint32_t i = 0; i < rule_count(); i++) {
        uint32_t d = str_distance(name, str_from_c(rules[i].name), FAR);
        if (d < best) {
            best = d;
            near = rules[i].name;
        }
    }
    return near;
}

Str rule_unknown(Arena *a, Str name) {
    const char *near = rule_near(name);
    return str_format(a, "there is no rule '%.*s'%s%s%s (lanewise explain lists them)",
                      STR_ARG(name), near ? "; did you mean '" : "", near ? near : "",
                      near ? "'?" : "");
}

const char *rule_group_name(RuleGroup g) {
    static const char *const names[] = {"correctness, on by default", "correctness, opt-in",
                                        "cost, of profile"};
    return names[g];
}

static const char *severity_word(Severity s) {
    static const char *const names[] = {"note", "note", "warning", "error"};
    return names[s];
}

/* ---- text ---- */

/* Words of a paragraph, broken at blanks. `column` is where the first line stands already. */
static void put_wrapped(StrBuf *out, const char *text, uint32_t column, uint32_t columns) {
    while (*text) {
        uint32_t n = (uint32_t)strcspn(text, " ");
        if (column && column + 1 + n > columns) {
            strbuf_addc(out, '\n');
            column = 0;
        }
        if (column) {
            strbuf_addc(out, ' ');
            column++;
        }
        strbuf_add(out, (Str){text, n});
        column += n;
        text += n;
        while (*text == ' ')
            text++;
    }
    strbuf_addc(out, '\n');
}

/* A paragraph after its bold heading; nothing when there is no text. */
static void put_paragraph(StrBuf *out, const char *heading, const char *text, bool colour,
                          uint32_t columns) {
    if (!*text)
        return;
    strbuf_addf(out, "\n%s%s:%s", colour ? "\033[1m" : "", heading, colour ? "\033[0m" : "");
    put_wrapped(out, text, (uint32_t)strlen(heading) + 1, columns);
}

static void put_code(StrBuf *out, const char *heading, const char *code, const char *indent) {
    if (!*code)
        return;
    strbuf_addf(out, "%s", heading);
    while (*code) {
        uint32_t n = (uint32_t)strcspn(code, "\n");
        strbuf_addf(out, "%s%.*s\n", indent, (int)n, code);
        code += n + 1;
    }
}

/* "pads or ... (pad, swizzle)"; empty when there is no fix. */
static const char *fix_text(Arena *a, const Rule *r) {
    const RuleFix *f = rule_fix(str_from_c(r->name));
    return f ? str_format(a, "%s (%s)", f->about, f->kinds).at : "";
}

void rule_text(StrBuf *out, const Rule *r, bool colour, uint32_t columns) {
    strbuf_addf(out, "%s%s%s (%s; %s)\n", colour ? "\033[1m" : "", r->name, colour ? "\033[0m" : "",
                severity_word(r->severity), rule_group_name(r->group));
    put_wrapped(out, r->title, 0, columns);
    strbuf_addc(out, '\n');
    put_wrapped(out, r->about, 0, columns);
    put_code(out, "\n", r->example, "    ");
    put_paragraph(out, "Cure", r->cure, colour, columns);
    put_code(out, "\n", r->cured, "    ");
    put_paragraph(out, "lanewise fix", fix_text(out->arena, r), colour, columns);
    put_paragraph(out, "Cost", r->price, colour, columns);
    put_paragraph(out, "Caution", r->caution, colour, columns);
}

void rule_code_text(StrBuf *out, const CodeText *c, bool colour, uint32_t columns) {
    strbuf_addf(out, "%s%s%s (of a diagnostic)\n", colour ? "\033[1m" : "", c->name,
                colour ? "\033[0m" : "");
    put_wrapped(out, c->about, 0, columns);
    put_paragraph(out, "Cure", c->cure, colour, columns);
}

/* ---- Markdown ---- */

void rule_code_markdown(StrBuf *out, const CodeText *c) {
    strbuf_addf(out, "### %s\n\n*of a diagnostic*: %s.\n\n**Cure.** %s\n", c->name, c->about,
                c->cure);
}

void rule_markdown(StrBuf *out, const Rule *r) {
    enum { COLUMNS = 104 };
    strbuf_addf(out, "### %s\n\n", r->name);
    StrBuf first = {.arena = out->arena};
    strbuf_addf(&first, "*%s; %s*: %s.", severity_word(r->severity), rule_group_name(r->group),
                r->title);
    put_wrapped(out, first.at, 0, COLUMNS);
    strbuf_addc(out, '\n');
    put_wrapped(out, r->about, 0, COLUMNS);
    put_code(out, "\n```wgsl\n", r->example, "");
    strbuf_addf(out, "```\n\n**Cure.**");
    put_wrapped(out, r->cure, 9, COLUMNS);
    if (*r->cured) {
        put_code(out, "\n```wgsl\n", r->cured, "");
        strbuf_addf(out, "```\n");
    }
    if (rule_fix(str_from_c(r->name))) {
        strbuf_addf(out, "\n**`lanewise fix`**");
        put_wrapped(out, fix_text(out->arena, r), 18, COLUMNS);
    }
    strbuf_addf(out, "\n**Cost.**");
    put_wrapped(out, r->price, 9, COLUMNS);
    strbuf_addf(out, "\n**Caution.**");
    put_wrapped(out, r->caution, 12, COLUMNS);
}
