/* The form of a numeric literal, shared by the lexer (where it ends) and the parser (its value). */
#ifndef LW_WGSL_NUMBER_H
#define LW_WGSL_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct NumberForm {
    const char *digits, *digits_end; /* of the significand, a point among them perhaps */
    bool hex, point, exponent;
    int64_t exponent_value;
    char suffix;         /* i, u, f, h or 0 */
    const char *end;     /* of all that a reader would take for this literal */
    const char *problem; /* what is wrong with its form, or NULL */
} NumberForm;

/* Reads the literal at `at`, a digit or a point before a digit. `end` is readable and holds a zero
 * byte. */
NumberForm number_form(const char *at, const char *end);

typedef struct FloatFormat {
    int32_t precision, least_exponent, greatest_exponent;
} FloatFormat;

typedef struct FloatValue {
    double value;
    bool overflow; /* the value is infinite */
    bool inexact;
} FloatValue;

/* The value of a well-formed literal, rounded once to the format: to nearest, ties to even. */
FloatValue number_float(const NumberForm *n, FloatFormat f);
/* The value of an integer without point and exponent; false when it does not fit 64 bits. */
bool number_integer(const NumberForm *n, uint64_t *value);

#endif
