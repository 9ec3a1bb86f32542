/* The table of builtin functions, from builtins.def.
 *
 * All signatures lie in one array, the overloads of a builtin behind a NULL that also ends those of
 * the builtin before it; an enum with one enumerator per row of the table says where.
 */
#include "lang/builtins.h"

enum {
#define ROW_AT(line)                           ROW_##line
#define ROW(line)                              ROW_AT(line)
#define BUILTIN(name, flags, op_f, op_s, op_u) SIGNATURES_##name,
#define OVERLOAD(signature)                    ROW(__LINE__),
#include "lang/builtins.def"
#undef BUILTIN
#undef OVERLOAD
};

static const char *const signatures[] = {
#define BUILTIN(name, flags, op_f, op_s, op_u) NULL,
#define OVERLOAD(signature)                    signature,
#include "lang/builtins.def"
#undef BUILTIN
#undef OVERLOAD
    NULL,
};

const BuiltinInfo builtin_info[BUILTIN_COUNT] = {
    [BUILTIN_NONE] = {"", 0, OP_NONE, OP_NONE, OP_NONE, &signatures[0]},
#define BUILTIN(name, flags, op_f, op_s, op_u)                                                     \
    [BUILTIN_##name] = {#name,     flags,     OP_##op_f,                                           \
                        OP_##op_s, OP_##op_u, &signatures[SIGNATURES_##name + 1]},
#define OVERLOAD(signature)
#include "lang/builtins.def"
#undef BUILTIN
#undef OVERLOAD
};

Builtin builtin_find(Str name) {
    for (int b = BUILTIN_NONE + 1; b < BUILTIN_COUNT; b++) {
        if (str_is(name, builtin_info[b].name))
            return (Builtin)b;
    }
    return BUILTIN_NONE;
}
