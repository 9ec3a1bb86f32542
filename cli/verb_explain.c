/* `lanewise explain`: what the rules and the codes of diagnostics mean: all that the command prints
 * in brackets. */
#include <stdio.h>

#include "base/os.h"
#include "cli/verb.h"
#include "report/rules.h"

static void print_list(Program *p) {
    RuleGroup group = RULE_CORRECTNESS;
    for (uint32_t i = 0; i < rule_count(); i++) {
        const Rule *r = rule_at(i);
        if (i == 0 || r->group != group)
            printf("%s%s%s%s:\n", i ? "\n" : "", p->colour_out ? "\033[1m" : "",
                   rule_group_name(r->group), p->colour_out ? "\033[0m" : "");
        group = r->group;
        printf("  %-24s %s\n", r->name, r->title);
    }
    printf("\n%scodes of diagnostics%s:\n", p->colour_out ? "\033[1m" : "",
           p->colour_out ? "\033[0m" : "");
    for (uint32_t i = 0; i < rule_code_count(); i++)
        printf("  %-24s %s\n", rule_code_at(i)->name, rule_code_at(i)->about);
    printf("\nlanewise explain RULE shows an example, the cure and what it costs.\n");
}

/* One of the two. */
static void put_text(Program *p, StrBuf *out, const Rule *r, const CodeText *c, bool first) {
    uint32_t columns = os_terminal_columns(OS_STDOUT);
    columns = columns > 20 && columns < 100 ? columns : 100;
    bool markdown = p->options.format == FORMAT_MARKDOWN;
    if (!first)
        strbuf_addf(out, "\n");
    if (r && markdown)
        rule_markdown(out, r);
    else if (r)
        rule_text(out, r, p->colour_out, columns);
    else if (markdown)
        rule_code_markdown(out, c);
    else
        rule_code_text(out, c, p->colour_out, columns);
}

int verb_explain(Program *p) {
    StrBuf out = {.arena = p->arena};
    const StrList *names = &p->options.files;
    for (uint32_t i = 0; i < names->len; i++) {
        const Rule *r = rule_find(names->at[i]);
        const CodeText *c = r ? NULL : rule_code_find(names->at[i]);
        if (!r && !c) {
            complain("%s", rule_unknown(p->arena, names->at[i]).at);
            return EXIT_USAGE;
        }
        put_text(p, &out, r, c, i == 0);
    }
    if (!names->len && p->options.format == FORMAT_MARKDOWN)
        for (uint32_t i = 0; i < rule_count(); i++)
            put_text(p, &out, rule_at(i), NULL, i == 0);
    else if (!names->len)
        print_list(p);
    printf("%.*s", STR_ARG(strbuf_str(&out)));
    return EXIT_DONE;
}
