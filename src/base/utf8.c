#include "base/utf8.h"

/* Length of a sequence by its first byte, and the least code point that needs that length. */
static uint32_t sequence_length(uint8_t lead) {
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead < 0xe0)
        return 2;
    if (lead >= 0xe0 && lead < 0xf0)
        return 3;
    if (lead >= 0xf0 && lead < 0xf5)
        return 4;
    return 0;
}

uint32_t utf8_decode(const char *at, const char *end, uint32_t *code_point) {
    static const uint8_t lead_bits[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (at >= end)
        return 0;
    const uint8_t *p = (const uint8_t *)at;
    uint32_t length = sequence_length(p[0]);
    if (length == 0 || length > (size_t)(end - at))
        return 0;
    uint32_t c = p[0] & lead_bits[length];
    for (uint32_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (p[i] & 0x3fu);
    }
    if (c < least[length] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0;
    *code_point = c;
    return length;
}

static bool is_control(char c) {
    return (unsigned char)c < 32 || c == 0x7f;
}

Str utf8_shown(Arena *a, Str name) {
    StrBuf b = {.arena = a};
    uint32_t plain = 0;
    while (plain < name.len && !is_control(name.at[plain]))
        plain++;
    if (plain == name.len)
        return name;
    for (uint32_t i = 0; i < name.len; i++) {
        if (is_control(name.at[i]))
            strbuf_addf(&b, "\\x%02x", name.at[i]);
        else
            strbuf_addc(&b, name.at[i]);
    }
    return strbuf_str(&b);
}

bool utf8_valid(Str s, uint32_t *bad) {
    const char *at = s.at, *end = s.at + s.len;
    while (at < end) {
        uint64_t eight;
        if (end - at >= 8 && (memcpy(&eight, at, 8), (eight & 0x8080808080808080u) == 0)) {
            at += 8;
            continue;
        }
        uint32_t c, length = utf8_decode(at, end, &c);
        if (length == 0) {
            *bad = (uint32_t)(at - s.at);
            return false;
        }
        at += length;
    }
    return true;
}

typedef struct XidRun {
    uint32_t first, last;
    uint8_t start;
} XidRun;

static const XidRun xid_run[] = {
#include "base/unicode_tables.h"
};

static const XidRun *find_run(uint32_t code_point) {
    uint32_t low = 0, high = sizeof xid_run / sizeof xid_run[0];
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (code_point > xid_run[middle].last)
            low = middle + 1;
        else if (code_point < xid_run[middle].first)
            high = middle;
        else
            return &xid_run[middle];
    }
    return NULL;
}

bool unicode_xid_start(uint32_t code_point) {
    const XidRun *r = find_run(code_point);
    return r && r->start;
}

bool unicode_xid_continue(uint32_t code_point) {
    return find_run(code_point) != NULL;
}
