#include "lang/codes.h"

static const struct {
    const char *name, *about;
} codes[] = {
#define CODE(id, name, about) {name, about},
#include "lang/codes.def"
#undef CODE
};

const char *code_name(Code c) {
    return codes[c].name;
}
const char *code_about(Code c) {
    return codes[c].about;
}
