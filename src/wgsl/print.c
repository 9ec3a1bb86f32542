/* Comments that print: `// lanewise-print("fmt", a, b)` where a statement can stand.
 *
 * The lexer reads the comment's inside when the module asks for it, and the parser makes `_ = a`
 * and `_ = b` of it, so that resolution, types and the analyses need to know nothing more. What is
 * checked here is the format against the types. */
#include "lang/print.h"
#include "lang/codes.h"
#include "wgsl/wgsl.h"

/* The format without its quotes, escapes replaced. False after an error. */
static bool read_format(Module *m, Print *p) {
    const char *text = m->source->text.at + p->format_span.start + 1;
    const uint32_t length = p->format_span.end - p->format_span.start - 2;
    StrBuf out = {.arena = m->arena};
    for (uint32_t i = 0; i < length; i++) {
        static const char escapes[] = "n\nt\t\"\"\\\\";
        const char *e = escapes;
        if (text[i] == '\\') {
            i++;
            while (*e && *e != text[i])
                e += 2;
            if (!*e) {
                uint32_t at = p->format_span.start + 1 + i;
                error(m->diags, CODE_BAD_PRINT, ((Span){at - 1, at + 1}),
                      "there is no such escape; there are \\n \\t \\\" and \\\\");
                return false;
            }
            strbuf_addc(&out, e[1]);
        } else {
            strbuf_addc(&out, text[i]);
        }
    }
    if (out.len && out.at[out.len - 1] == '\n') /* each print is a line anyway */
        out.len--;
    p->format = strbuf_str(&out);
    return true;
}

static void check_fit(Module *m, const PrintPiece *piece, const Expr *arg) {
    if (!arg->final || arg->final->kind == TYPE_ERROR)
        return;
    const char *misfit = print_misfit(piece->conversion, arg->final);
    if (misfit)
        error(m->diags, CODE_BAD_PRINT, arg->span, "'%.*s' cannot be printed here: %s",
              STR_ARG(arg->final->name), misfit);
}

static void check_print(Module *m, Print *p) {
    PrintPiece piece;
    const char *problem;
    Str at;
    uint32_t places = 0;
    if (!read_format(m, p))
        return;
    for (Str rest = p->format; print_next_piece(&rest, &piece, &problem, &at);) {
        if (problem) {
            error(m->diags, CODE_BAD_PRINT, p->format_span, "'%.*s' %s", STR_ARG(at), problem);
            return;
        }
        if (piece.conversion && places < p->args.len)
            check_fit(m, &piece, p->args.at[places]);
        places += piece.conversion != 0;
    }
    if (places != p->args.len)
        error(m->diags, CODE_BAD_PRINT, p->span,
              "the format has places for %u values, and there are %u", places, p->args.len);
}

void wgsl_prints(Module *m) {
    for (uint32_t i = 0; i < m->prints.len; i++)
        check_print(m, m->prints.at[i]);
}
