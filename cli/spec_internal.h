/* What the files that read directives know of each other:
 *
 * spec.c          the table of directives, the short ones, files
 * spec_words.c    words, numbers, scalar types
 * spec_bind.c     bind
 * spec_sampler.c  its form for samplers
 * spec_expect.c   expect
 */
#ifndef LW_CLI_SPEC_INTERNAL_H
#define LW_CLI_SPEC_INTERNAL_H

#include "cli/spec.h"

bool spec_is_blank(char c);
Str spec_trim(Str s);
/* The next word; empty at the end. */
Str spec_next_word(Str *rest);
/* At the first `at`; false when there is none. */
bool spec_split(Str s, char at, Str *left, Str *right);

bool spec_parse_u64(Str s, uint64_t *v);
bool spec_parse_u32(Str s, uint32_t *v);
/* Numbers as WGSL writes them, and "nan", "inf", "true", "false". */
bool spec_parse_number(Str s, double *v);
/* A message with a word in it ("%.*s"). */
const char *spec_wrong(Spec *s, const char *format, Str word);

/* These return NULL, or what is wrong. "0:1": */
const char *spec_parse_binding(Spec *s, Str word, uint32_t *group, uint32_t *binding);
/* One to three numbers of `what`, separated by blanks, a comma or an x. */
const char *spec_parse_sizes(Spec *s, Str text, const char *what, uint32_t size[3]);
const char *spec_add_bind(Spec *s, Str text, uint32_t line);
const char *spec_parse_sampler(Spec *s, Str text, WGPUSamplerDescriptor *d);
const char *spec_add_expect(Spec *s, Str text, uint32_t line);

#endif
