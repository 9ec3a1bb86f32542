#include "cli/enable.h"

#include "lanewise/lanewise.h"
#include "report/rules.h"

static const struct {
    const char *rule;
    uint32_t observe; /* LwObserve */
} opt_in[] = {
    {"shift-range", LW_OBSERVE_SHIFT_RANGE},
    {"conversion-range", LW_OBSERVE_CONVERSION_RANGE},
    {"f16-index", LW_OBSERVE_F16_INDEX},
    {"non-finite", LW_OBSERVE_NON_FINITE},
    {"unused-invocations", LW_OBSERVE_UNUSED_INVOCATIONS},
};
enum { OPT_IN = sizeof opt_in / sizeof opt_in[0] };

static uint32_t observer_of(Str rule) {
    for (int i = 0; i < OPT_IN; i++)
        if (str_is(rule, opt_in[i].rule))
            return opt_in[i].observe;
    return 0;
}

/* Rules that are on anyway may be named. */
static const char *check_rule(Spec *s, Str word) {
    const Rule *rule = rule_find(word);
    if (!rule)
        return rule_unknown(s->arena, word).at;
    if (rule->group == RULE_COST)
        return str_format(s->arena, "'%.*s' is about cost: lanewise profile shows it",
                          STR_ARG(word))
            .at;
    return NULL;
}

const char *enable_add(Spec *s, Str rules) {
    uint32_t named = 0;
    while (rules.len) {
        uint32_t n = 0;
        while (n < rules.len && rules.at[n] != ',' && rules.at[n] != ' ' && rules.at[n] != '\t')
            n++;
        Str word = {rules.at, n};
        uint32_t skip = n < rules.len ? n + 1 : n;
        rules = (Str){rules.at + skip, rules.len - skip};
        if (!word.len)
            continue;
        const char *bad = str_is(word, "all") ? NULL : check_rule(s, word);
        if (bad)
            return bad;
        vec_push(s->arena, &s->enabled, str_copy(s->arena, word));
        named++;
    }
    return named ? NULL : "enable takes rules (RULE,RULE,...) or all";
}

uint32_t enable_observers(const Spec *s) {
    uint32_t observe = 0;
    for (uint32_t i = 0; i < s->enabled.len; i++) {
        if (str_is(s->enabled.at[i], "all"))
            for (int k = 0; k < OPT_IN; k++)
                observe |= opt_in[k].observe;
        observe |= observer_of(s->enabled.at[i]);
    }
    return observe;
}

uint32_t enable_expected(const Spec *s) {
    uint32_t observe = 0;
    for (uint32_t i = 0; i < s->expects.len; i++)
        if (s->expects.at[i].kind == EXPECT_FINDING)
            observe |= observer_of(s->expects.at[i].name);
    return observe;
}
