/* The lexer: see lex.h. */
#include "wgsl/lex.h"

#include "base/utf8.h"
#include "lang/codes.h"
#include "wgsl/number.h"

/* ---- words ---- */

typedef struct Word {
    const char *text;
    uint8_t length;
    uint8_t kind; /* TOKEN_IDENT: a reserved word */
} Word;

static const Word words[] = {
#define TOKEN(id, text)
#define KEYWORD(id, text) {text, sizeof(text) - 1, TOKEN_##id},
#include "wgsl/tokens.def"
#undef TOKEN
#undef KEYWORD
#define RESERVED(text) {text, sizeof(text) - 1, TOKEN_IDENT},
#include "wgsl/reserved.def"
#undef RESERVED
};
enum { WORDS = sizeof words / sizeof words[0], WORD_SLOTS = 1024 };
_Static_assert(WORDS < 255, "word indices are bytes");

static const char *const token_texts[TOKEN_COUNT] = {
#define TOKEN(id, text)   [TOKEN_##id] = text,
#define KEYWORD(id, text) [TOKEN_##id] = "'" text "'",
#include "wgsl/tokens.def"
#undef TOKEN
#undef KEYWORD
};

const char *token_text(TokenKind k) {
    return token_texts[k];
}

bool token_is_word(TokenKind k) {
    return k == TOKEN_IDENT || k >= TOKEN_ALIAS;
}

/* A `<` that may turn out to begin a template list. */
typedef struct Candidate {
    uint32_t token; /* its index */
    uint32_t depth; /* of parentheses and brackets */
} Candidate;

typedef struct Lexer {
    Module *m;
    const char *text, *at, *end;
    TokenList tokens;
    VEC(Candidate) candidates;
    uint32_t depth;
    bool after_word;     /* the last token is one that a template list may follow */
    bool in_print;       /* in a comment that is read: see wgsl/print.c */
    const char *bad_end; /* end of the last unreadable character, so that a run is reported once */
    Map bad_words;       /* words that are no names and have been reported */
    /* Words by hash: index + 1 of the first, and of the next one after each. */
    uint8_t first_word[WORD_SLOTS], next_word[WORDS];
} Lexer;

/* Of a word, by its length and ends. */
static uint32_t word_slot(const char *at, uint32_t length) {
    uint32_t first = (uint8_t)at[0], last = (uint8_t)at[length - 1];
    uint32_t middle = (uint8_t)at[length / 2];
    return (first * 5 + last * 31 + middle * 67 + length * 129) % WORD_SLOTS;
}

static void index_words(Lexer *l) {
    for (uint32_t i = WORDS; i-- > 0;) {
        uint32_t s = word_slot(words[i].text, words[i].length);
        l->next_word[i] = l->first_word[s];
        l->first_word[s] = (uint8_t)(i + 1);
    }
}

static const Word *find_word(const Lexer *l, Str s) {
    for (uint32_t i = l->first_word[word_slot(s.at, s.len)]; i; i = l->next_word[i - 1])
        if (words[i - 1].length == s.len && memcmp(words[i - 1].text, s.at, s.len) == 0)
            return &words[i - 1];
    return NULL;
}

static uint32_t offset_of(const Lexer *l, const char *p) {
    return (uint32_t)(p - l->text);
}

static Span span_from(const Lexer *l, const char *start) {
    return (Span){offset_of(l, start), offset_of(l, l->at)};
}

/* Adds the token from `start` to here. */
static void add(Lexer *l, TokenKind kind, const char *start) {
    vec_push(l->m->arena, &l->tokens, (Token){kind, span_from(l, start)});
    l->after_word = false;
}

/* ---- template lists ---- */

static void drop_candidates(Lexer *l) {
    l->depth = 0;
    l->candidates.len = 0;
}

/* Forgets those at the current depth or deeper. */
static void drop_candidates_here(Lexer *l) {
    while (l->candidates.len && vec_last(&l->candidates).depth >= l->depth)
        l->candidates.len--;
}

static void close_bracket(Lexer *l) {
    drop_candidates_here(l);
    if (l->depth)
        l->depth--;
}

/* After a word: the `<` at `start` may begin a template list unless it begins `<<` or `<=`. */
static void lex_less(Lexer *l, const char *start) {
    bool candidate = l->after_word;
    TokenKind kind = TOKEN_LESS;
    if (*l->at == '<') {
        l->at++;
        kind = TOKEN_SHIFT_LEFT;
        if (*l->at == '=') {
            l->at++;
            kind = TOKEN_SHIFT_LEFT_EQUAL;
            drop_candidates(l);
        }
    } else if (*l->at == '=') {
        l->at++;
        kind = TOKEN_LESS_EQUAL;
        /* The specification's algorithm takes the `=` of a `<=` that follows no word for an
         * assignment. */
        if (!candidate)
            drop_candidates(l);
    } else if (candidate) {
        vec_push(l->m->arena, &l->candidates, (Candidate){l->tokens.len, l->depth});
    }
    add(l, kind, start);
}

static void lex_greater(Lexer *l, const char *start) {
    if (l->candidates.len && vec_last(&l->candidates).depth == l->depth) {
        l->tokens.at[vec_pop(&l->candidates).token].kind = TOKEN_TEMPLATE_START;
        add(l, TOKEN_TEMPLATE_END, start);
        return;
    }
    TokenKind kind = TOKEN_GREATER;
    if (*l->at == '>') {
        l->at++;
        kind = TOKEN_SHIFT_RIGHT;
    }
    if (*l->at == '=') {
        l->at++;
        kind = kind == TOKEN_GREATER ? TOKEN_GREATER_EQUAL : TOKEN_SHIFT_RIGHT_EQUAL;
    }
    add(l, kind, start);
}

/* ---- comments and characters ---- */

static bool is_line_break(const char *p) {
    const uint8_t *u = (const uint8_t *)p;
    return (u[0] >= '\n' && u[0] <= '\r') || (u[0] == 0xc2 && u[1] == 0x85) ||
           (u[0] == 0xe2 && u[1] == 0x80 && (u[2] | 1) == 0xa9);
}

static void skip_line_comment(Lexer *l) {
    while (l->at < l->end && !is_line_break(l->at))
        l->at++;
}

static void skip_block_comment(Lexer *l, const char *start) {
    l->at++;
    uint32_t open = 1;
    while (l->at < l->end && open) {
        if (l->at[0] == '*' && l->at[1] == '/') {
            l->at += 2;
            open--;
        } else if (l->at[0] == '/' && l->at[1] == '*') {
            l->at += 2;
            open++;
        } else {
            l->at++;
        }
    }
    if (open) {
        uint32_t at = offset_of(l, start);
        error(l->m->diags, CODE_SYNTAX, ((Span){at, at + 2}), "this comment has no end");
    }
}

/* ---- comments that print ---- */

/* Is this comment a print? Leaves the lexer behind the word then. */
static bool begins_print(Lexer *l) {
    static const char word[] = "lanewise-print";
    if (!l->m->reads_prints || l->in_print)
        return false;
    const char *s = l->at + 1;
    while (*s == ' ' || *s == '\t')
        s++;
    if ((size_t)(l->end - s) < sizeof word || memcmp(s, word, sizeof word - 1) != 0)
        return false;
    const char *behind = s + sizeof word - 1;
    while (*behind == ' ' || *behind == '\t')
        behind++;
    if (*behind != '(')
        return false;
    l->at = s + sizeof word - 1;
    return true;
}

static void begin_print(Lexer *l) {
    static const uint32_t length = sizeof "lanewise-print" - 1;
    drop_candidates(l);
    l->in_print = true;
    add(l, TOKEN_PRINT, l->at - length);
}

static void end_print(Lexer *l) {
    drop_candidates(l);
    l->in_print = false;
    add(l, TOKEN_PRINT_END, l->at);
}

/* A string in a print, quotes included; what is in it is read by wgsl_prints. */
static void lex_string(Lexer *l, const char *start) {
    l->at++;
    while (l->at < l->end && *l->at != '"' && !is_line_break(l->at))
        l->at += l->at[0] == '\\' && l->at + 1 < l->end && !is_line_break(l->at + 1) ? 2 : 1;
    if (l->at < l->end && *l->at == '"') {
        l->at++;
        add(l, TOKEN_STRING, start);
        return;
    }
    error(l->m->diags, CODE_SYNTAX, span_from(l, start), "this string has no end");
    add(l, TOKEN_ERROR, start);
}

static const char *hint_for(uint32_t c) {
    switch (c) {
    case '?': return "; WGSL has select() and if instead of '?:'";
    case '#': return "; WGSL has no preprocessor";
    case '"':
    case '\'': return "; WGSL has no strings";
    case '\\': return "; WGSL needs no line continuation";
    default: return "";
    }
}

static void bad_character(Lexer *l, const char *start, uint32_t c, uint32_t length) {
    l->at = start + length;
    bool again = start == l->bad_end;
    l->bad_end = l->at;
    if (again)
        return;
    Span span = span_from(l, start);
    if (c == 0xfeff && start == l->text)
        error(l->m->diags, CODE_SYNTAX, span, "a shader must not begin with a byte order mark");
    else if (c > 32 && c < 127)
        error(l->m->diags, CODE_SYNTAX, span, "unexpected character '%c'%s", (char)c, hint_for(c));
    else if (c != 0) /* see check_null */
        error(l->m->diags, CODE_SYNTAX, span, "unexpected character U+%04X", c);
    if (c != 0xfeff)
        add(l, TOKEN_ERROR, start);
}

static bool is_blank(uint32_t c) {
    return c == 0x85 || c == 0x200e || c == 0x200f || c == 0x2028 || c == 0x2029;
}

/* ---- words and numbers ---- */

/* Letters, digits and '_', as bits: on the way of every character. */
static bool is_ascii_word(char c) {
    static const uint64_t set[4] = {0x03ff000000000000, 0x07fffffe87fffffe};
    uint8_t u = (uint8_t)c;
    return set[u >> 6] >> (u & 63) & 1;
}

static void skip_word(Lexer *l) {
    for (;;) {
        while (is_ascii_word(*l->at))
            l->at++;
        if ((uint8_t)*l->at < 0x80)
            return;
        uint32_t c, length = utf8_decode(l->at, l->end, &c);
        if (length == 0 || !unicode_xid_continue(c))
            return;
        l->at += length;
    }
}

/* Goes on as with an identifier, so that each is reported once, where it is first used. */
static void refuse_word(Lexer *l, Str word, const char *start, bool reserved) {
    if (map_set(&l->bad_words, word, l))
        return;
    if (reserved)
        error(l->m->diags, CODE_RESERVED_WORD, span_from(l, start),
              "'%.*s' is a reserved word of WGSL", STR_ARG(word));
    else
        error(l->m->diags, CODE_RESERVED_WORD, span_from(l, start),
              "an identifier must not start with two underscores");
}

static void lex_word(Lexer *l, const char *start) {
    skip_word(l);
    Str s = {start, (uint32_t)(l->at - start)};
    if (s.len == 1 && s.at[0] == '_') {
        add(l, TOKEN_UNDERSCORE, start);
        return;
    }
    const Word *w = find_word(l, s);
    TokenKind kind = w ? w->kind : TOKEN_IDENT;
    bool underscores = s.len >= 2 && s.at[0] == '_' && s.at[1] == '_';
    if (kind == TOKEN_IDENT && (w || underscores))
        refuse_word(l, s, start, w != NULL);
    add(l, kind, start);
    l->after_word = kind != TOKEN_TRUE && kind != TOKEN_FALSE;
}

static void lex_number_token(Lexer *l, const char *start) {
    NumberForm n = number_form(start, l->end);
    l->at = n.end;
    if (n.problem)
        error(l->m->diags, CODE_BAD_LITERAL, span_from(l, start), "%s", n.problem);
    add(l, n.problem ? TOKEN_BAD_NUMBER : TOKEN_NUMBER, start);
}

static void lex_other(Lexer *l, const char *start) {
    uint32_t c, length = utf8_decode(start, l->end, &c);
    if (length <= 1 || (!is_blank(c) && !unicode_xid_start(c))) {
        bad_character(l, start, length ? c : 0xfffd, length ? length : 1);
        return;
    }
    l->at = start + length;
    if (!is_blank(c))
        lex_word(l, start);
}

/* ---- operators ---- */

/* `one`, or `two` when `second` follows. */
static void lex_pair(Lexer *l, const char *start, TokenKind one, char second, TokenKind two) {
    bool pair = *l->at == second;
    l->at += pair;
    add(l, pair ? two : one, start);
}

/* `one`, or with a `=` behind it the assignment. */
static void lex_assignable(Lexer *l, const char *start, TokenKind one, TokenKind assign) {
    if (*l->at == '=')
        drop_candidates(l);
    lex_pair(l, start, one, '=', assign);
}

/* The same, or `two` when the character is doubled. */
static void lex_doubled(Lexer *l, const char *start, TokenKind one, TokenKind two,
                        TokenKind assign) {
    if (*l->at == *start)
        lex_pair(l, start, one, *start, two);
    else
        lex_assignable(l, start, one, assign);
}

static void lex_logical(Lexer *l, const char *start, TokenKind one, TokenKind two,
                        TokenKind assign) {
    if (*l->at == *start)
        drop_candidates_here(l);
    lex_doubled(l, start, one, two, assign);
}

static void lex_minus(Lexer *l, const char *start) {
    if (*l->at == '>') {
        l->at++;
        add(l, TOKEN_ARROW, start);
        return;
    }
    lex_doubled(l, start, TOKEN_MINUS, TOKEN_MINUS_MINUS, TOKEN_MINUS_EQUAL);
}

static void lex_slash(Lexer *l, const char *start) {
    if (*l->at == '/' && begins_print(l))
        begin_print(l);
    else if (*l->at == '/')
        skip_line_comment(l);
    else if (*l->at == '*' && !l->in_print) /* in a comment it opens nothing */
        skip_block_comment(l, start);
    else
        lex_assignable(l, start, TOKEN_SLASH, TOKEN_SLASH_EQUAL);
}

static void lex_equal(Lexer *l, const char *start) {
    if (*l->at != '=')
        drop_candidates(l);
    lex_pair(l, start, TOKEN_EQUAL, '=', TOKEN_EQUAL_EQUAL);
}

static void lex_period(Lexer *l, const char *start) {
    if (*l->at >= '0' && *l->at <= '9')
        lex_number_token(l, start);
    else
        add(l, TOKEN_PERIOD, start);
}

static void lex_opening(Lexer *l, const char *start, TokenKind kind) {
    l->depth++;
    add(l, kind, start);
}

static void lex_closing(Lexer *l, const char *start, TokenKind kind) {
    close_bracket(l);
    add(l, kind, start);
}

/* Punctuation that no expression contains. */
static void lex_separator(Lexer *l, const char *start, TokenKind kind) {
    drop_candidates(l);
    add(l, kind, start);
}

static void lex_punctuation(Lexer *l, const char *s) {
    l->at = s + 1;
    switch (*s) {
    case '(': lex_opening(l, s, TOKEN_PAREN_LEFT); break;
    case '[': lex_opening(l, s, TOKEN_BRACKET_LEFT); break;
    case ')': lex_closing(l, s, TOKEN_PAREN_RIGHT); break;
    case ']': lex_closing(l, s, TOKEN_BRACKET_RIGHT); break;
    case ';': lex_separator(l, s, TOKEN_SEMICOLON); break;
    case ':': lex_separator(l, s, TOKEN_COLON); break;
    case '{': lex_separator(l, s, TOKEN_BRACE_LEFT); break;
    case '}': add(l, TOKEN_BRACE_RIGHT, s); break;
    case ',': add(l, TOKEN_COMMA, s); break;
    case '@': add(l, TOKEN_AT, s); break;
    case '~': add(l, TOKEN_TILDE, s); break;
    case '.': lex_period(l, s); break;
    case '<': lex_less(l, s); break;
    case '>': lex_greater(l, s); break;
    case '=': lex_equal(l, s); break;
    case '-': lex_minus(l, s); break;
    case '/': lex_slash(l, s); break;
    case '!': lex_pair(l, s, TOKEN_BANG, '=', TOKEN_NOT_EQUAL); break;
    case '&': lex_logical(l, s, TOKEN_AND, TOKEN_AND_AND, TOKEN_AND_EQUAL); break;
    case '|': lex_logical(l, s, TOKEN_OR, TOKEN_OR_OR, TOKEN_OR_EQUAL); break;
    case '+': lex_doubled(l, s, TOKEN_PLUS, TOKEN_PLUS_PLUS, TOKEN_PLUS_EQUAL); break;
    case '*': lex_assignable(l, s, TOKEN_STAR, TOKEN_STAR_EQUAL); break;
    case '%': lex_assignable(l, s, TOKEN_PERCENT, TOKEN_PERCENT_EQUAL); break;
    case '^': lex_assignable(l, s, TOKEN_XOR, TOKEN_XOR_EQUAL); break;
    default: lex_other(l, s);
    }
}

static void skip_spaces(Lexer *l) {
    while (*l->at == ' ')
        l->at++;
}

static void lex_token(Lexer *l) {
    const char *start = l->at;
    char c = *start;
    if (l->in_print && is_line_break(start))
        end_print(l);
    if (c == ' ')
        skip_spaces(l);
    else if (c >= '\t' && c <= '\r')
        l->at++;
    else if (c >= '0' && c <= '9')
        lex_number_token(l, start);
    else if (is_ascii_word(c))
        lex_word(l, start);
    else if (c == '"' && l->in_print)
        lex_string(l, start);
    else
        lex_punctuation(l, start);
}

/* A null character is wrong wherever it stands, in comments too. */
static void check_null(Module *m) {
    Str text = m->source->text;
    const char *null = text.len ? memchr(text.at, 0, text.len) : NULL;
    if (!null)
        return;
    uint32_t at = (uint32_t)(null - text.at);
    error(m->diags, CODE_SYNTAX, ((Span){at, at + 1}),
          "a shader must not contain a null character");
}

TokenList lex_all(Module *m) {
    Str text = m->source->text;
    check_null(m);
    Lexer l = {.m = m,
               .text = text.at,
               .at = text.at,
               .end = text.at + text.len,
               .bad_words = {.arena = m->arena}};
    index_words(&l);
    vec_reserve(m->arena, &l.tokens, text.len / 4 + 16);
    while (l.at < l.end)
        lex_token(&l);
    l.at = l.end;
    if (l.in_print)
        end_print(&l);
    add(&l, TOKEN_EOF, l.end);
    return l.tokens;
}

/* ---- literals ---- */

static const FloatFormat format_f64 = {53, -1022, 1023}, format_f32 = {24, -126, 127},
                         format_f16 = {11, -14, 15};

static void decode_float(Module *m, Token t, const NumberForm *n, Expr *e) {
    e->literal.kind = n->suffix == 'f'   ? LITERAL_F32
                      : n->suffix == 'h' ? LITERAL_F16
                                         : LITERAL_ABSTRACT_FLOAT;
    FloatFormat f = n->suffix == 'f' ? format_f32 : n->suffix == 'h' ? format_f16 : format_f64;
    const char *name = n->suffix == 'f' ? "f32" : n->suffix == 'h' ? "f16" : "any float type";
    FloatValue v = number_float(n, f);
    if (v.overflow)
        error(m->diags, CODE_BAD_LITERAL, t.span, "this number is too large for %s", name);
    else if (v.inexact && n->hex && n->suffix)
        error(m->diags, CODE_BAD_LITERAL, t.span, "%s cannot hold this hexadecimal float exactly",
              name);
    e->literal.f = v.overflow ? 0 : v.value;
}

static void decode_integer(Module *m, Token t, const NumberForm *n, Expr *e) {
    e->literal.kind = n->suffix == 'i'   ? LITERAL_I32
                      : n->suffix == 'u' ? LITERAL_U32
                                         : LITERAL_ABSTRACT_INT;
    uint64_t most = n->suffix == 'i' ? INT32_MAX : n->suffix == 'u' ? UINT32_MAX : INT64_MAX, v = 0;
    const char *name = n->suffix == 'i' ? "i32" : n->suffix == 'u' ? "u32" : "64 bits";
    if (!number_integer(n, &v) || v > most) {
        error(m->diags, CODE_BAD_LITERAL, t.span, "this integer is too large for %s", name);
        v = 0;
    }
    e->literal.i = (int64_t)v;
}

void lex_number(Module *m, Token t, Expr *literal) {
    Str text = m->source->text;
    NumberForm n = number_form(text.at + t.span.start, text.at + text.len);
    bool is_float = n.point || n.exponent || n.suffix == 'f' || n.suffix == 'h';
    if (t.kind == TOKEN_BAD_NUMBER)
        literal->literal.kind = is_float ? LITERAL_ABSTRACT_FLOAT : LITERAL_ABSTRACT_INT;
    else if (is_float)
        decode_float(m, t, &n, literal);
    else
        decode_integer(m, t, &n, literal);
}
