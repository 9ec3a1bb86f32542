/* GEMM. C in columns is the product with everything turned round: C' = B' A'. */
#include "ops.h"

/* Ways to reach memory: whole blocks, four elements at once; parts of blocks, too; by elements. */
enum Way { WHOLE, WIDE, NARROW, WAYS };

typedef struct Gemm {
    LwkGemmDescriptor d;
    bool swapped;        /* C is in columns: A and B change places */
    bool a_by_k, b_by_k; /* of the product as the kernel sees it */
    int first, last;     /* the shapes that were built */
} Gemm;

/* A lane has `sides` x `sides` squares of 4 x 4. */
typedef struct Shape {
    uint32_t block, step;
    const char *block_text, *step_text, *sides;
} Shape;

enum { LARGE, SMALL };
static const Shape shapes[] = {{128, 16, "128u", "16u", "2"}, {64, 32, "64u", "32u", "1"}};

/* ---- the plan ---- */

static LwkStatus add_kernel(LwkPlan *plan, const Gemm *g, const Shape *s, enum Way way) {
    LwkKernelDescriptor k = {
        .label = "gemm",
        .files = {way == NARROW ? "gemm_narrow.wgsl" : "gemm_wide.wgsl", "gemm.wgsl"},
        .words = {{"T", lwk_type_name(g->d.type)},
                  {"BLOCK", s->block_text},
                  {"STEP", s->step_text},
                  {"SIDES", s->sides},
                  {"a_by_k", g->a_by_k ? "true" : "false"},
                  {"b_by_k", g->b_by_k ? "true" : "false"},
                  {"whole", way == WHOLE ? "true" : "false"},
                  {"bring",
                   lwk_wgsl(way == WHOLE ? "gemm_bring_whole.wgsl" : "gemm_bring_part.wgsl")}},
        .bindings = "rrw",
        .f16 = g->d.type == LWK_F16,
    };
    return lwk_kernel_add(plan, &k);
}

static LwkStatus build(LwkPlan *plan) {
    Gemm *g = plan->own;
    const LwkProperties *p = &plan->context->properties;
    if (p->max_workgroup_size < 256 || p->max_workgroup_bytes < 16384)
        return lwk_fail(plan->context, LWK_UNSUPPORTED,
                        "gemm needs workgroups of 256 invocations and 16384 bytes");
    plan->type = g->d.type;
    plan->max_count = UINT64_MAX;
    uint32_t items = g->d.tuning.items;
    g->first = items && items < 8 ? SMALL : LARGE;
    g->last = items >= 8 ? LARGE : SMALL;
    for (int shape = g->first; shape <= g->last; shape++)
        for (int way = WHOLE; way < WAYS; way++) {
            LwkStatus status = add_kernel(plan, g, &shapes[shape], (enum Way)way);
            if (status != LWK_OK)
                return status;
        }
    return LWK_OK;
}

LwkStatus lwk_gemm_create(LwkContext *c, const LwkGemmDescriptor *d, LwkPlan **plan) {
    LwkStatus status = lwk_check_create(c, "gemm", d, plan);
    if (status == LWK_OK)
        status = lwk_check_type(c, "gemm", d->type, 0);
    if (status != LWK_OK)
        return status;
    if (d->type != LWK_F32 && d->type != LWK_F16)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "gemm: the type is f32 or f16");
    if (d->type == LWK_F16 && !c->properties.f16)
        return lwk_fail(c, LWK_UNSUPPORTED, "gemm: the device has no f16");
    Gemm g = {.d = *d, .swapped = d->c == LWK_COLUMN_MAJOR};
    /* A in rows runs along K, B in columns does; turned round it is the other way. */
    bool a_by_k = d->a == LWK_ROW_MAJOR, b_by_k = d->b == LWK_COLUMN_MAJOR;
    g.a_by_k = g.swapped ? b_by_k : a_by_k;
    g.b_by_k = g.swapped ? a_by_k : b_by_k;
    return lwk_plan_make(c, "gemm", build, &g, sizeof g, plan);
}

/* ---- encoding ---- */

typedef struct Matrix {
    const char *name;
    LwkSlice slice;
    uint32_t rows, columns, leading; /* as it lies in memory */
} Matrix;

static Matrix matrix(const char *name, LwkSlice slice, LwkOrder order, uint32_t rows,
                     uint32_t columns, uint32_t leading) {
    bool turn = order == LWK_COLUMN_MAJOR;
    Matrix m = {name, slice, turn ? columns : rows, turn ? rows : columns, leading};
    if (!m.leading)
        m.leading = m.columns;
    return m;
}

static LwkStatus range_of(LwkPlan *plan, const Matrix *m, LwkRange *r) {
    if (m->leading < m->columns)
        return lwk_fail(plan->context, LWK_BAD_ARGUMENT,
                        "gemm: rows of %s have %u elements, and the next begins after %u", m->name,
                        m->columns, m->leading);
    uint64_t elements =
        m->rows && m->columns ? (uint64_t)(m->rows - 1) * m->leading + m->columns : 0;
    if (elements > UINT32_MAX)
        return lwk_fail(plan->context, LWK_TOO_LARGE, "gemm: %s has too many elements", m->name);
    *r = (LwkRange){m->slice.buffer, m->slice.offset, elements * lwk_type_size(plan->type), false,
                    m->name};
    return LWK_OK;
}

/* Four elements at once, where rows begin at multiples of 4 and the last four can be bound. */
static bool is_wide(const LwkPlan *plan, const Matrix *m, const LwkRange *r) {
    uint32_t four = 4 * lwk_type_size(plan->type);
    uint64_t end = r->offset + lwk_round_up(r->size, four);
    return m->leading % 4 == 0 && end <= plan->context->procs->BufferGetSize(r->buffer);
}

/* Without anything in A and B, C is still scaled: a few bytes are bound in their place. */
static void bind_something(const LwkPlan *plan, const LwkGemmArguments *x, LwkRange *r) {
    for (int i = 0; i < 2; i++)
        r[i].size = x->k ? r[i].size : 4 * lwk_type_size(plan->type);
}

/* Few large blocks would leave a GPU's multiprocessors idle; a CPU has fewer cores. */
static bool has_few_blocks(const LwkPlan *plan, uint32_t m, uint32_t n) {
    uint64_t blocks = lwk_ceil_div(n, 128) * lwk_ceil_div(m, 128);
    return plan->context->properties.cpu ? m < 128 || n < 128 : blocks < 100;
}

/* The blocks of C. A side with more of them than a dispatch has in a row is cut into layers of
 * about the same length; both sides never are, as no binding holds so large a C. */
typedef struct Grid {
    uint32_t x, y, z, layer_x, layer_y;
} Grid;

static Grid grid_of(const LwkPlan *plan, uint64_t x, uint64_t y) {
    uint64_t most = plan->context->properties.max_workgroups;
    uint64_t z_x = lwk_ceil_div(x, most), z_y = lwk_ceil_div(y, most);
    Grid g = {(uint32_t)lwk_ceil_div(x, z_x), (uint32_t)lwk_ceil_div(y, z_y),
              (uint32_t)(z_x > z_y ? z_x : z_y), 0, 0};
    g.layer_x = z_x > 1 ? g.x : 0;
    g.layer_y = z_y > 1 ? g.y : 0;
    return g;
}

LwkStatus lwk_gemm_encode(LwkPlan *plan, LwkTarget target, const LwkGemmArguments *args) {
    LwkStatus status = lwk_check_encode(plan, "gemm", target, 0);
    if (status != LWK_OK)
        return status;
    if (!args)
        return lwk_fail(plan->context, LWK_BAD_ARGUMENT, "gemm: no arguments");
    const Gemm *g = plan->own;
    LwkGemmArguments x = *args;
    if (x.m == 0 || x.n == 0)
        return LWK_OK;
    Matrix in[] = {matrix("a", x.a, g->d.a, x.m, x.k, x.lda),
                   matrix("b", x.b, g->d.b, x.k, x.n, x.ldb),
                   matrix("c", x.c, g->d.c, x.m, x.n, x.ldc)};
    LwkRange ranges[3];
    bool wide = true;
    for (int i = 0; i < 3 && status == LWK_OK; i++)
        status = range_of(plan, &in[i], &ranges[i]);
    ranges[2].written = true;
    bind_something(plan, &x, ranges);
    if (status == LWK_OK)
        status = lwk_check_ranges(plan, ranges, 3);
    if (status != LWK_OK)
        return status;
    for (int i = 0; i < 3; i++)
        wide = is_wide(plan, &in[i], &ranges[i]) && wide;
    for (int i = 0; i < 3; i++)
        ranges[i].size = lwk_round_up(ranges[i].size, wide ? 4 * lwk_type_size(plan->type) : 4);
    struct {
        uint32_t m, n, k, lda, ldb, ldc;
        float alpha, beta;
        uint32_t layer_x, layer_y;
    } params = {x.m, x.n, x.k, in[0].leading, in[1].leading, in[2].leading, x.alpha, x.beta, 0, 0};
    if (g->swapped) {
        LwkRange r = ranges[0];
        ranges[0] = ranges[1];
        ranges[1] = r;
        params.m = x.n;
        params.n = x.m;
        params.lda = in[1].leading;
        params.ldb = in[0].leading;
    }
    uint32_t unit = wide ? 4 : 1;
    params.lda /= unit;
    params.ldb /= unit;
    params.ldc /= unit;
    bool few = has_few_blocks(plan, params.m, params.n);
    int shape = few ? g->last : g->first;
    uint32_t block = shapes[shape].block;
    Grid grid = grid_of(plan, lwk_ceil_div(params.n, block), lwk_ceil_div(params.m, block));
    params.layer_x = grid.layer_x;
    params.layer_y = grid.layer_y;
    bool whole = wide && grid.z == 1 && params.m % block == 0 && params.n % block == 0 &&
                 params.k % shapes[shape].step == 0 && params.k > 0;
    enum Way way = whole ? WHOLE : wide ? WIDE : NARROW;
    LwkStep step;
    status = lwk_prepare_2d(plan, &step, (uint32_t)(shape - g->first) * WAYS + way, ranges, &params,
                            sizeof params, grid.x, grid.y);
    step.z = grid.z;
    if (status == LWK_OK)
        lwk_encode(plan, target, &step, 1);
    return status;
}
