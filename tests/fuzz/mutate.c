/* A mutator that knows WGSL's tokens, for libFuzzer.
 *
 * Bytes turned at random hardly ever get past the lexer. This one edits whole tokens: it removes,
 * repeats, moves, renames and inserts them, with the words of words.h. Names are exchanged for
 * other names of the same text, so that what it makes still means something often enough. Every
 * eighth mutation is libFuzzer's own, of bytes.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "words.h"

enum {
    MOST_TOKENS = 4096,
    MOST_EDITS = 4,
    LONGEST_RUN = 12, /* tokens that are moved or repeated at once */
    LONGEST_EDIT = 1024,
};

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned int seed);

typedef struct Token {
    size_t start, end;
} Token;

typedef struct Tokens {
    Token at[MOST_TOKENS];
    uint32_t count;
} Tokens;

static uint32_t draw(uint64_t *state, uint32_t below) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)((*state >> 20) % below);
}

static bool in_word(uint8_t c) {
    return isalnum(c) || c == '_' || c >= 0x80;
}

/* Words and numbers, and every other byte that is no blank by itself. */
static void split(Tokens *t, const uint8_t *text, size_t size) {
    t->count = 0;
    for (size_t i = 0; i < size && t->count < MOST_TOKENS;) {
        size_t start = i++;
        if (isspace(text[start]))
            continue;
        while (in_word(text[start]) && i < size && (in_word(text[i]) || text[i] == '.'))
            i++;
        t->at[t->count++] = (Token){start, i};
    }
}

/* Puts `len` bytes in place of [start, end); nothing happens where the text would grow too long. */
static size_t replace(uint8_t *text, size_t size, size_t most, Token at, const void *with,
                      size_t len) {
    size_t rest = size - at.end;
    if (at.start + len + rest > most)
        return size;
    memmove(text + at.start + len, text + at.end, rest);
    memcpy(text + at.start, with, len);
    return at.start + len + rest;
}

/* The same with blanks around, so that tokens stay apart. */
static size_t put(uint8_t *text, size_t size, size_t most, Token at, const void *with, size_t len) {
    uint8_t buffer[LONGEST_EDIT + 2];
    if (len > LONGEST_EDIT)
        return size;
    buffer[0] = buffer[len + 1] = ' ';
    memcpy(buffer + 1, with, len);
    return replace(text, size, most, at, buffer, len + 2);
}

/* Some tokens of `t`, as one range of its text. */
static Token run(const Tokens *t, uint64_t *random) {
    uint32_t first = draw(random, t->count), last = first + draw(random, LONGEST_RUN);
    if (last >= t->count)
        last = t->count - 1;
    return (Token){t->at[first].start, t->at[last].end};
}

static Token like(const Tokens *t, const uint8_t *text, Token a, uint64_t *random) {
    for (int tries = 0; tries < 32; tries++) {
        Token b = t->at[draw(random, t->count)];
        if (in_word(text[a.start]) == in_word(text[b.start]) &&
            !isdigit(text[a.start]) == !isdigit(text[b.start]))
            return b;
    }
    return a;
}

typedef enum Edit {
    REMOVE,
    REMOVE_RUN,
    REPEAT_RUN,
    MOVE_RUN, /* a copy, over another token */
    EXCHANGE, /* for another token of its kind */
    INSERT_WORD,
    REPLACE_BY_WORD,
    EDITS
} Edit;

static size_t edit(const Tokens *t, uint8_t *text, size_t size, size_t most, uint64_t *random) {
    Token at = t->at[draw(random, t->count)], after = {at.end, at.end}, from = run(t, random);
    const char *word = words[draw(random, WORDS)];
    switch ((Edit)draw(random, EDITS)) {
    case REMOVE: return replace(text, size, most, at, "", 0);
    case REMOVE_RUN: return replace(text, size, most, from, "", 0);
    case REPEAT_RUN: return put(text, size, most, after, text + from.start, from.end - from.start);
    case MOVE_RUN: return put(text, size, most, at, text + from.start, from.end - from.start);
    case EXCHANGE: {
        Token b = like(t, text, at, random);
        return put(text, size, most, at, text + b.start, b.end - b.start);
    }
    case INSERT_WORD: return put(text, size, most, after, word, strlen(word));
    case REPLACE_BY_WORD: return put(text, size, most, at, word, strlen(word));
    case EDITS: break;
    }
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed) {
    static Tokens tokens; /* libFuzzer has one thread */
    uint64_t random = seed * 0x9e3779b97f4a7c15u + 1;
    if (draw(&random, 8) == 0)
        return LLVMFuzzerMutate(data, size, most);
    for (uint32_t edits = 1 + draw(&random, MOST_EDITS); edits > 0; edits--) {
        split(&tokens, data, size);
        if (tokens.count == 0)
            return LLVMFuzzerMutate(data, size, most);
        size = edit(&tokens, data, size, most, &random);
    }
    return size;
}

/* The beginning of one text and the end of another, cut between tokens: half of the time before a
 * declaration, where a line starts without a blank. */
static size_t cut(const uint8_t *text, size_t size, bool at_line, uint64_t *random) {
    static Tokens tokens;
    split(&tokens, text, size);
    if (tokens.count == 0)
        return 0;
    uint32_t i = draw(random, tokens.count);
    while (at_line && i > 0 && text[tokens.at[i].start - 1] != '\n')
        i--;
    return tokens.at[i].start;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t most, unsigned int seed) {
    uint64_t random = seed * 0x9e3779b97f4a7c15u + 1;
    bool at_line = draw(&random, 2);
    size_t first = cut(a, a_size, at_line, &random), second = cut(b, b_size, at_line, &random);
    size_t rest = b_size - second;
    if (first > most)
        first = most;
    if (rest > most - first)
        rest = most - first;
    memcpy(out, a, first);
    memcpy(out + first, b + second, rest);
    return first + rest;
}
