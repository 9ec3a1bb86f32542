#include "lang/codes.h"

static const char *const codes[] = {
#define CODE(id, name, about, cure) name,
#include "lang/codes.def"
#undef CODE
};

const char *code_name(Code c) {
    return codes[c];
}
