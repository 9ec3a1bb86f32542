/* The rules: what a finding means, as one table (rules.def). */
#ifndef LW_REPORT_RULES_H
#define LW_REPORT_RULES_H

#include "diag/diag.h"

typedef enum RuleGroup { RULE_CORRECTNESS, RULE_OPT_IN, RULE_COST } RuleGroup;

typedef struct Rule {
    const char *name;
    RuleGroup group;
    uint32_t places;   /* 2 where a pair of places makes the finding, else 1 */
    Severity severity; /* at most */
    const char *title, *about, *example, *cure, *cured, *price, *caution;
} Rule;

/* What `lanewise fix` can do about a rule. */
typedef struct RuleFix {
    const char *rule, *kinds, *about; /* "pad, swizzle", "pads or swizzles the array..." */
} RuleFix;

/* NULL when it can do nothing. */
const RuleFix *rule_fix(Str name);

uint32_t rule_count(void);
const Rule *rule_at(uint32_t i);
/* NULL when there is none of that name. */
const Rule *rule_find(Str name);
/* The name that was probably meant, or NULL. */
const char *rule_near(Str name);
/* "there is no rule 'data-rice'; did you mean 'data-race'? (lanewise explain lists them)" */
Str rule_unknown(Arena *a, Str name);
/* What the code of a diagnostic means: those of WGSL's errors and of what to run, from
 * lang/codes.def. No code has the name of a rule. */
typedef struct CodeText {
    const char *name, *about, *cure;
} CodeText;
uint32_t rule_code_count(void);
const CodeText *rule_code_at(uint32_t i);
/* NULL when there is none of that name. */
const CodeText *rule_code_find(Str name);
void rule_code_text(StrBuf *out, const CodeText *c, bool colour, uint32_t columns);
void rule_code_markdown(StrBuf *out, const CodeText *c);

/* "correctness, on by default" */
const char *rule_group_name(RuleGroup g);

/* A rule for people, in lines of at most `columns`; and as a section of Markdown. */
void rule_text(StrBuf *out, const Rule *r, bool colour, uint32_t columns);
void rule_markdown(StrBuf *out, const Rule *r);

#endif
