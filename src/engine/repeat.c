/* Equal events, put together. For each event that code can tell, a unit remembers how it was first:
 * which lanes were active, and which went the first way. While it is the same again, it is only
 * counted. Addresses need no remembering: only those are counted that are the same every time. */
#include <string.h>

#include "engine/unit.h"

typedef struct Repeat {
    uint64_t times;
    uint32_t group;  /* the first */
    uint32_t word[]; /* the mask, then what was taken */
} Repeat;

size_t repeat_entry(uint32_t words) {
    return (sizeof(Repeat) + 2 * words * sizeof(uint32_t) + 7) / 8 * 8;
}

static Repeat *entry_of(const Unit *u, uint32_t event) {
    return (Repeat *)(void *)(u->repeats + event * u->repeat_size);
}

/* Programs with very many events tell each. */
size_t repeat_all(const Code *c, uint32_t words) {
    enum { MOST_BYTES = 1 << 20 };
    size_t events = repeat_barrier(c, c->barriers);
    return events * repeat_entry(words) > MOST_BYTES ? 0 : events * repeat_entry(words);
}

bool repeat_count(const Unit *u, uint32_t event, const Mask *m, const uint32_t *taken) {
    if (!u->repeats || u->origin || u->group->index == 0)
        return false;
    Repeat *r = entry_of(u, event);
    size_t bytes = u->words * sizeof(uint32_t);
    if (r->times) {
        if (memcmp(r->word, m->word, bytes) != 0 ||
            (taken && memcmp(r->word + u->words, taken, bytes) != 0))
            return false;
    } else {
        r->group = u->group->index;
        memcpy(r->word, m->word, bytes);
        if (taken)
            memcpy(r->word + u->words, taken, bytes);
    }
    r->times++;
    return true;
}

/* Puts the unit where it was when the event first happened. */
static const Repeat *go_back(Worker *w, Unit *u, uint32_t event) {
    const Repeat *r = entry_of(u, event);
    if (!r->times)
        return NULL;
    Mask *m = unit_mask(u, 0);
    memcpy(m->word, r->word, u->words * sizeof(uint32_t));
    mask_settle(u, m, 0, u->words);
    u->mask = 0;
    group_place(w, u->group, r->group);
    return r;
}

static void tell_instruction(Worker *w, Unit *u, const Inst *in) {
    const Code *c = u->code;
    const Repeat *r;
    switch (in->op) {
    case CODE_CHECKED:
        if ((r = go_back(w, u, in->d)))
            event_memory_again(w, u, &c->access[in->d], r->times);
        break;
    case CODE_EVENT_BLOCK:
        if ((r = go_back(w, u, repeat_block(c, in->d))))
            event_block_again(w, u, in->d, r->times);
        break;
    case CODE_EVENT_BRANCH:
    case CODE_EVENT_BRANCH_S:
        if ((r = go_back(w, u, repeat_branch(c, in->b))))
            event_branch_again(w, u, in, r->word + u->words, r->times);
        break;
    case CODE_BARRIER:
        if ((r = go_back(w, u, repeat_barrier(c, in->a))))
            event_barrier_again(w, u, in, r->times);
        break;
    default: break;
    }
}

static void tell_groups(Worker *w, Group *g) {
    for (; g; g = g->next)
        for (Unit *u = g->unit; u; u = u->next) {
            Unit *whole = u->origin ? u->origin : u;
            bool seen = u->origin && u->first_lane != whole->first_lane;
            for (uint32_t i = whole->code->main; whole->repeats && !seen && i < whole->code->length;
                 i++)
                tell_instruction(w, whole, &whole->code->inst[i]);
        }
}

void repeat_tell(Worker *w) {
    tell_groups(w, w->resident);
    tell_groups(w, w->free_group);
}
