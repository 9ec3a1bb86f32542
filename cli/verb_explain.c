/* `lanewise explain`: what the rules mean. */
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
    printf("\nlanewise explain RULE shows an example, the cure and what it costs.\n");
}

static void put_rule(Program *p, StrBuf *out, const Rule *r, bool first) {
    uint32_t columns = os_terminal_columns(OS_STDOUT);
    if (!first)
        strbuf_addf(out, "\n");
    if (p->options.format == FORMAT_MARKDOWN)
        rule_markdown(out, r);
    else
        rule_text(out, r, p->colour_out, columns > 20 && columns < 100 ? columns : 100);
}

int verb_explain(Program *p) {
    StrBuf out = {.arena = p->arena};
    const StrList *names = &p->options.files;
    for (uint32_t i = 0; i < names->len; i++) {
        const Rule *r = rule_find(names->at[i]);
        if (!r) {
            complain("%s", rule_unknown(p->arena, names->at[i]).at);
            return EXIT_USAGE;
        }
        put_rule(p, &out, r, i == 0);
    }
    if (!names->len && p->options.format == FORMAT_MARKDOWN)
        for (uint32_t i = 0; i < rule_count(); i++)
            put_rule(p, &out, rule_at(i), i == 0);
    else if (!names->len)
        print_list(p);
    printf("%.*s", STR_ARG(strbuf_str(&out)));
    return EXIT_DONE;
}
