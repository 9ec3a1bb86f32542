/* The form of bind for samplers: "sampler linear repeat lod=0..4". What is not said is as WebGPU
 * has it. */
#include "cli/spec_internal.h"

/* A word that stands for an enumerator; the word's place in a list is its number. */
typedef struct Words {
    const char *const *word;
    uint32_t count; /* the first is numbered 1 */
} Words;

static const char *const filter_words[] = {"nearest", "linear"};
static const char *const address_words[] = {"clamp-to-edge", "repeat", "mirror-repeat"};
static const char *const compare_words[] = {"never",   "less",      "equal",         "less-equal",
                                            "greater", "not-equal", "greater-equal", "always"};
static const Words filters = {filter_words, 2}, addresses = {address_words, 3},
                   compares = {compare_words, 8};

/* 0: it is none of them. */
static uint32_t number_of(Words w, Str word) {
    for (uint32_t i = 0; i < w.count; i++)
        if (str_is(word, w.word[i]))
            return i + 1;
    return 0;
}

/* A word alone is about all filters, or all address modes. */
static bool set_all(WGPUSamplerDescriptor *d, Str word) {
    const uint32_t filter = number_of(filters, word), address = number_of(addresses, word);
    if (filter) {
        d->magFilter = d->minFilter = (WGPUFilterMode)filter;
        d->mipmapFilter = (WGPUMipmapFilterMode)filter;
    }
    if (address)
        d->addressModeU = d->addressModeV = d->addressModeW = (WGPUAddressMode)address;
    return filter || address;
}

static bool set_filter(WGPUFilterMode *to, Str value) {
    *to = (WGPUFilterMode)number_of(filters, value);
    return *to != WGPUFilterMode_Undefined;
}

static bool set_address(WGPUAddressMode *to, Str value) {
    *to = (WGPUAddressMode)number_of(addresses, value);
    return *to != WGPUAddressMode_Undefined;
}

/* "0..4" */
static bool set_levels(WGPUSamplerDescriptor *d, Str value) {
    uint32_t n = 0;
    double min, max;
    while (n + 1 < value.len && !(value.at[n] == '.' && value.at[n + 1] == '.'))
        n++;
    if (n + 2 > value.len || !spec_parse_number((Str){value.at, n}, &min) ||
        !spec_parse_number((Str){value.at + n + 2, value.len - n - 2}, &max))
        return false;
    d->lodMinClamp = (float)min;
    d->lodMaxClamp = (float)max;
    return min >= 0 && max >= min;
}

static bool set_anisotropy(WGPUSamplerDescriptor *d, Str value) {
    uint64_t n;
    bool ok = spec_parse_u64(value, &n) && n >= 1 && n <= UINT16_MAX;
    d->maxAnisotropy = ok ? (uint16_t)n : 1;
    return ok;
}

static bool set_one(WGPUSamplerDescriptor *d, Str key, Str value) {
    if (str_is(key, "mag"))
        return set_filter(&d->magFilter, value);
    if (str_is(key, "min"))
        return set_filter(&d->minFilter, value);
    if (str_is(key, "mipmap")) {
        d->mipmapFilter = (WGPUMipmapFilterMode)number_of(filters, value);
        return d->mipmapFilter != WGPUMipmapFilterMode_Undefined;
    }
    if (str_is(key, "u"))
        return set_address(&d->addressModeU, value);
    if (str_is(key, "v"))
        return set_address(&d->addressModeV, value);
    if (str_is(key, "w"))
        return set_address(&d->addressModeW, value);
    if (str_is(key, "compare")) {
        d->compare = (WGPUCompareFunction)number_of(compares, value);
        return d->compare != WGPUCompareFunction_Undefined;
    }
    return str_is(key, "lod")          ? set_levels(d, value)
           : str_is(key, "anisotropy") ? set_anisotropy(d, value)
                                       : false;
}

const char *spec_parse_sampler(Spec *s, Str text, WGPUSamplerDescriptor *d) {
    *d = (WGPUSamplerDescriptor)WGPU_SAMPLER_DESCRIPTOR_INIT;
    for (Str word = spec_next_word(&text); word.len; word = spec_next_word(&text)) {
        Str key, value;
        bool ok = spec_split(word, '=', &key, &value) ? set_one(d, key, value) : set_all(d, word);
        if (!ok)
            return spec_wrong(
                s,
                "'%.*s' is nothing of a sampler: nearest or linear, clamp-to-edge, repeat or "
                "mirror-repeat, or one of them alone as in mag=linear (mag, min, mipmap, u, v, w); "
                "lod=MIN..MAX, compare=less, anisotropy=N",
                word);
    }
    return NULL;
}
