/* Recorded executions as JSON, small enough for a page.
 *
 *     { "op": "load", "recorded": 2048, "kept": 2048,
 *       "patterns": ["256,4;4*15,-956,4*15,-956,..."],
 *       "events": [pattern, first lane, base, step, count, ...],
 *       "worst": { "workgroup": 7, "lane": 32, "base": 0, "pattern": "32,4;64*31" } }
 *
 * What the subgroups of a workgroup executed together is one event, so that the page can cut it
 * into subgroups of another size. A pattern is what repeats: the number of lanes, the bytes a lane,
 * the mask in hexadecimal (only where a lane is inactive; 8 digits for each 32 lanes, the first
 * lanes first), and the distances from each active lane to the next, DISTANCE or DISTANCE*TIMES.
 * Events are in the order of execution, five numbers a row of them: `count` events of one pattern
 * whose first active lane is at base, base + step, ... Where the budget is met the rest is left
 * out: "kept" of "recorded" subgroup executions are there. "worst" is the worst execution of the
 * whole dispatch, when it is not among them. */
#include "base/map.h"
#include "observe/bits.h"
#include "report/page.h"

enum { MOST_LANES = 1024, ROW_BYTES = 24 };

typedef struct Event {
    uint32_t first, lanes, width, base;
    bool whole; /* all lanes active */
    uint32_t mask[MOST_LANES / 32], address[MOST_LANES];
} Event;

typedef struct Row {
    uint32_t pattern, first, base;
    int32_t step;
    uint32_t count;
} Row;

typedef struct Encoder {
    Arena *arena;
    uint32_t subgroup_size;
    Map patterns; /* what tells it from others, as bytes, to its number + 1 */
    VEC(Str) texts;
    uint32_t key[2 + MOST_LANES / 32 + MOST_LANES];
    VEC(Row) rows;
    size_t bytes;
} Encoder;

static bool is_active(const uint32_t *mask, uint32_t lane) {
    return mask[lane / 32] >> (lane % 32) & 1;
}

/* An event without lanes yet; addresses are looked at where the mask has a bit. */
static void start_event(Event *e, uint32_t first, uint32_t width) {
    e->first = first;
    e->width = width;
    e->lanes = 0;
    memset(e->mask, 0, sizeof e->mask);
}

/* Puts a subgroup's execution, its addresses moved by its shift, at its lanes of the event. A subgroup starts at a multiple of its
 * size, a power of two, so that its mask never straddles words of the event's. */
static void add_subgroup(Event *e, uint32_t at, const Record *r, const uint32_t *address) {
    if (at >= MOST_LANES)
        return;
    uint32_t lanes = r->lanes < MOST_LANES - at ? r->lanes : MOST_LANES - at;
    for (uint32_t i = 0; i < lanes; i += 32) {
        uint32_t bits = lanes - i < 32 ? (1u << (lanes - i)) - 1 : ~0u;
        e->mask[(at + i) / 32] |= (r->mask[i / 32] & bits) << at % 32;
    }
    for (uint32_t i = 0; i < lanes; i++)
        e->address[at + i] = address[i] + r->shift;
    e->lanes = at + lanes;
}

static void find_base(Event *e) {
    uint32_t active = count_bits(e->mask, e->lanes), lane = 0;
    while (lane < e->lanes && !is_active(e->mask, lane))
        lane++;
    e->base = lane < e->lanes ? e->address[lane] : 0;
    e->whole = active == e->lanes;
}

/* Decimal digits; a page has some hundred thousand numbers, for which printf would take longer than
 * all that is recorded. */
static void put_number(StrBuf *b, uint32_t n) {
    char digits[10];
    uint32_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    strbuf_add(b, (Str){digits + at, (uint32_t)sizeof digits - at});
}

static void put_distance(StrBuf *b, int32_t distance, uint32_t times, bool first) {
    if (!first)
        strbuf_addc(b, ',');
    if (distance < 0)
        strbuf_addc(b, '-');
    put_number(b, distance < 0 ? 0 - (uint32_t)distance : (uint32_t)distance);
    if (times > 1) {
        strbuf_addc(b, '*');
        put_number(b, times);
    }
}

static Str pattern_text(Arena *arena, const Event *e) {
    StrBuf b = {.arena = arena};
    strbuf_addf(&b, "%u,%u", e->lanes, e->width);
    for (uint32_t w = 0; w < (e->lanes + 31) / 32 && !e->whole; w++)
        strbuf_addf(&b, "%s%08x", w ? "" : ",", e->mask[w]);
    strbuf_addc(&b, ';');
    uint32_t before = e->base, times = 0, put = 0, lane = 0;
    int32_t distance = 0;
    while (lane < e->lanes && !is_active(e->mask, lane))
        lane++;
    for (lane++; lane < e->lanes; lane++) {
        if (!is_active(e->mask, lane))
            continue;
        int32_t d = (int32_t)(e->address[lane] - before);
        before = e->address[lane];
        if (times && d != distance) {
            put_distance(&b, distance, times, !put++);
            times = 0;
        }
        distance = d;
        times++;
    }
    if (times)
        put_distance(&b, distance, times, !put);
    return strbuf_str(&b);
}

/* What a pattern is made of, in c->key. Most events repeat one, so this is quicker than its text.
 */
static Str pattern_key(Encoder *c, const Event *e) {
    uint32_t n = 0, words = (e->lanes + 31) / 32;
    c->key[n++] = e->lanes;
    c->key[n++] = e->width;
    for (uint32_t w = 0; w < words; w++)
        c->key[n++] = e->mask[w];
    uint32_t *distance = c->key + n;
    for (uint32_t i = 0; i < e->lanes; i++)
        distance[i] = e->address[i] - e->base;
    for (uint32_t i = 0; i < e->lanes && !e->whole; i++)
        distance[i] = is_active(e->mask, i) ? distance[i] : 0;
    n += e->lanes;
    return (Str){(const char *)c->key, n * (uint32_t)sizeof c->key[0]};
}

/* The pattern's number; its text is kept when it is new. */
static uint32_t find_pattern(Encoder *c, const Event *e) {
    Str key = pattern_key(c, e);
    uintptr_t known = (uintptr_t)map_get(&c->patterns, key);
    if (known)
        return (uint32_t)known - 1;
    uint32_t number = c->texts.len;
    Str text = pattern_text(c->arena, e);
    map_set(&c->patterns, str_copy(c->arena, key), (void *)((uintptr_t)number + 1));
    vec_push(c->arena, &c->texts, text);
    c->bytes += text.len + 3;
    return number;
}

/* Joins the event to the row before it where it goes on in its step. */
static void add_event(Encoder *c, uint32_t pattern, uint32_t first, uint32_t base) {
    Row *last = c->rows.len ? &vec_last(&c->rows) : NULL;
    if (last && last->pattern == pattern && last->first == first) {
        int32_t step = (int32_t)(base - (last->base + (last->count - 1) * (uint32_t)last->step));
        if (last->count == 1 || last->step == step) {
            last->step = step;
            last->count++;
            return;
        }
    }
    vec_push(c->arena, &c->rows, (Row){pattern, first, base, 0, 1});
    c->bytes += ROW_BYTES;
}

/* The number of records of the event that starts at `from`. */
static uint32_t event_records(const RecordedAccess *r, uint32_t from) {
    uint32_t i = from;
    while (i < r->records && r->record[i].event == r->record[from].event)
        i++;
    return i - from;
}

/* Is an event of `n` records the one before, moved? Told from the places that they share in the pool,
 * without a look at the addresses. */
static bool is_moved(const Record *before, const Record *now, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const Record *a = &before[i], *b = &now[i];
        if (a->at != b->at || a->lanes != b->lanes || a->width != b->width ||
            a->subgroup != b->subgroup || b->shift - a->shift != now->shift - before->shift ||
            memcmp(a->mask, b->mask, (a->lanes + 31) / 32 * sizeof *a->mask) != 0)
            return false;
    }
    return true;
}

/* Encodes events until the budget is met; returns the records that they are made of. */
static uint32_t encode(Encoder *c, const RecordedAccess *r, size_t budget) {
    Event *e = arena_new(c->arena, Event);
    uint32_t i = 0, n_before = 0, pattern = 0;
    while (i < r->records && c->bytes < budget) {
        const Record *start = &r->record[i], *before = start - n_before;
        uint32_t n = event_records(r, i);
        if (n == n_before && is_moved(before, start, n)) {
            e->base += start->shift - before->shift;
        } else {
            start_event(e, start->subgroup * c->subgroup_size, start->width);
            for (uint32_t k = 0; k < n; k++)
                add_subgroup(e, start[k].subgroup * c->subgroup_size - e->first, &start[k],
                             r->pool + start[k].at);
            find_base(e);
            pattern = find_pattern(c, e);
        }
        add_event(c, pattern, e->first, e->base);
        n_before = n;
        i += n;
    }
    return i;
}

static json_t *worst_json(Encoder *c, const CostAccess *a) {
    const CostSample *s = &a->worst;
    Event *e = arena_new(c->arena, Event);
    start_event(e, s->subgroup * c->subgroup_size, a->width);
    Record r = {.lanes = s->lanes};
    memcpy(r.mask, s->mask, sizeof r.mask);
    add_subgroup(e, 0, &r, s->address);
    find_base(e);
    json_t *o = json_pack("{sIsIsI}", "workgroup", (json_int_t)s->workgroup_index, "lane",
                          (json_int_t)e->first, "base", (json_int_t)e->base);
    json_object_set_new(o, "pattern", report_json_string(pattern_text(c->arena, e)));
    return o;
}

json_t *page_records(Arena *scratch, const Report *r, const CostAccess *a,
                     const RecordedAccess *recorded, size_t budget, size_t *used) {
    static const char *const ops[] = {"load", "store", "atomic"};
    Encoder *c = arena_new(scratch, Encoder);
    c->arena = c->patterns.arena = scratch;
    c->subgroup_size = r->subgroup_size;
    uint32_t kept = encode(c, recorded, budget);
    json_t *o = json_pack("{sssIsI}", "op", ops[recorded->op], "recorded",
                          (json_int_t)recorded->records, "kept", (json_int_t)kept);
    json_t *patterns = json_array(), *events = json_array();
    for (uint32_t i = 0; i < c->texts.len; i++)
        json_array_append_new(patterns, report_json_string(c->texts.at[i]));
    for (uint32_t i = 0; i < c->rows.len; i++) {
        const Row *row = &c->rows.at[i];
        const json_int_t v[] = {row->pattern, row->first, row->base, row->step, row->count};
        for (int k = 0; k < 5; k++)
            json_array_append_new(events, json_integer(v[k]));
    }
    json_object_set_new(o, "patterns", patterns);
    json_object_set_new(o, "events", events);
    if (a->worst.bank.ideal && (a->worst.workgroup_index || kept < recorded->records))
        json_object_set_new(o, "worst", worst_json(c, a));
    *used = c->bytes;
    return o;
}
