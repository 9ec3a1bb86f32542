/* Overload resolution: which form of a builtin or operator takes arguments of given types. */
#ifndef LW_WGSL_OVERLOAD_H
#define LW_WGSL_OVERLOAD_H

#include "wgsl/signature.h"

typedef struct OverloadArgument {
    const Type *type; /* after the load rule */
    bool is_const;    /* a const-expression */
} OverloadArgument;

typedef struct Overload {
    const Type *param[SIGNATURE_PARAMS];
    bool must_be_const[SIGNATURE_PARAMS];
    uint32_t params;
    const Type *result; /* void_type for forms without one */
} Overload;

/* Chooses among signatures (NULL-terminated; the array is to outlive the table, which knows it by
 * its address). False when none takes the arguments, or when there is
 * no best one among those that do. */
bool overload_resolve(TypeTable *t, const char *const *signatures, const OverloadArgument *args,
                      uint32_t count, Overload *chosen);

/* WGSL's conversion rank; a negative number where there is no conversion. */
int conversion_rank(const Type *from, const Type *to);
/* The concrete type of least rank that a type converts to. */
const Type *concretise(TypeTable *t, const Type *type);

/* The struct types of builtin results, for a scalar or vector type; for compare-exchange, an
 * integer. */
const Type *modf_result_type(TypeTable *t, const Type *of);
const Type *frexp_result_type(TypeTable *t, const Type *of);
const Type *exchange_result_type(TypeTable *t, const Type *of);

#endif
