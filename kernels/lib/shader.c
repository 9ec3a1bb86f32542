/* Shaders and kernels: joins embedded WGSL files, replaces their words, makes pipelines, and waits
 * for the device's verdict. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "embedded.h"
#include "internal.h"

const char *lwk_wgsl(const char *name) {
    for (const LwkEmbedded *e = lwk_embedded; e->name; e++)
        if (!strcmp(e->name, name))
            return e->text;
    return NULL;
}

/* ---- text ---- */

typedef struct Text {
    char *at;
    size_t length, room;
    bool failed;
} Text;

static void put(Text *t, const char *s, size_t n) {
    if (t->length + n + 1 > t->room) {
        size_t room = (t->length + n + 1) * 2;
        char *at = t->failed ? NULL : realloc(t->at, room);
        if (!at) {
            t->failed = true;
            return;
        }
        t->at = at;
        t->room = room;
    }
    memcpy(t->at + t->length, s, n);
    t->length += n;
    t->at[t->length] = 0;
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The counter of a $each that is being written out. */
typedef struct Turn {
    const char *name; /* not ended by a zero */
    size_t length;
    int number;
    const struct Turn *outer;
} Turn;

typedef struct Writer {
    LwkContext *context;
    const LwkKernelDescriptor *d;
    const char *file;
    Text *out;
} Writer;

static size_t word_length(const char *s) {
    size_t n = 0;
    while (is_word(s[n]))
        n++;
    return n;
}

static const char *replacement(const LwkKernelDescriptor *d, const char *word, size_t length) {
    for (int i = 0; i < LWK_MOST_WORDS && d->words[i].word; i++)
        if (strlen(d->words[i].word) == length && !memcmp(d->words[i].word, word, length))
            return d->words[i].text;
    return NULL;
}

static bool put_part(Writer *w, const char *s, const char *end, const Turn *turn);

/* What stands for a word may have words in it, too. */
static bool put_word(Writer *w, const char *word, size_t length, const Turn *turn) {
    for (; turn; turn = turn->outer)
        if (turn->length == length && !memcmp(turn->name, word, length)) {
            char number[12];
            put(w->out, number, (size_t)snprintf(number, sizeof number, "%d", turn->number));
            return true;
        }
    const char *text = replacement(w->d, word, length);
    if (text)
        return put_part(w, text, text + strlen(text), NULL);
    lwk_fail(w->context, LWK_BAD_ARGUMENT, "%s: nothing to put for $%.*s", w->file, (int)length,
             word);
    return false;
}

/* The `$end` that closes what began before s; `end` where there is none. */
static const char *closing(const char *s, const char *end) {
    int depth = 1;
    for (; s < end; s++) {
        if (*s != '$')
            continue;
        size_t n = word_length(s + 1);
        depth += n == 4 && !memcmp(s + 1, "each", 4);
        depth -= n == 3 && !memcmp(s + 1, "end", 3);
        if (depth == 0)
            return s;
    }
    return end;
}

/* "$each(k, ITEMS)" stands at s: writes what follows up to its $end so many times, with $k the
 * number of the turn. Returns what comes after the $end, NULL when something is wrong. */
static const char *put_each(Writer *w, const char *s, const char *end, const Turn *outer) {
    Turn turn = {.name = s + 6, .length = word_length(s + 6), .outer = outer};
    const char *count = turn.name + turn.length + 2;
    size_t length = word_length(count);
    const char *body = count + length + 1, *close = closing(body, end);
    const char *text = replacement(w->d, count, length);
    int turns = text ? atoi(text) : atoi(count);
    if (close == end || turns < 0 || (!text && turns == 0)) {
        lwk_fail(w->context, LWK_BAD_ARGUMENT, "%s: a wrong $each(%.*s)", w->file,
                 (int)(body - turn.name), turn.name);
        return NULL;
    }
    for (turn.number = 0; turn.number < turns; turn.number++)
        if (!put_part(w, body, close, &turn))
            return NULL;
    return close + 4;
}

static bool put_part(Writer *w, const char *s, const char *end, const Turn *turn) {
    for (const char *dollar; s && (dollar = memchr(s, '$', (size_t)(end - s)));) {
        put(w->out, s, (size_t)(dollar - s));
        size_t n = word_length(dollar + 1);
        if (n == 4 && !memcmp(dollar + 1, "each", 4)) {
            s = put_each(w, dollar, end, turn);
            continue;
        }
        bool braced = dollar[1] == '{'; /* ${k}: where a letter follows */
        const char *word = dollar + 1 + braced;
        if (!put_word(w, word, word_length(word), turn))
            return false;
        s = word + word_length(word) + braced;
    }
    if (s)
        put(w->out, s, (size_t)(end - s));
    return s != NULL;
}

/* Appends a file's text. False: a word of it has no replacement. */
static bool put_file(LwkContext *c, Text *t, const LwkKernelDescriptor *d, const char *name) {
    const char *s = lwk_wgsl(name);
    if (!s) {
        lwk_fail(c, LWK_BAD_ARGUMENT, "there is no shader %s", name);
        return false;
    }
    Writer w = {c, d, name, t};
    return put_part(&w, s, s + strlen(s), NULL);
}

char *lwk_shader_text(LwkContext *c, const LwkKernelDescriptor *d) {
    static const char f16[] = "enable f16;\n";
    /* Operations stand where the whole subgroup comes by; the analysis cannot always see that. */
    static const char subgroups[] = "enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n";
    Text t = {0};
    if (d->f16)
        put(&t, f16, sizeof f16 - 1);
    if (d->subgroups)
        put(&t, subgroups, sizeof subgroups - 1);
    bool good = true;
    for (int i = 0; good && i < LWK_MOST_FILES && d->files[i]; i++)
        good = put_file(c, &t, d, d->files[i]);
    if (good && t.failed)
        lwk_fail(c, LWK_OUT_OF_MEMORY, "no memory for the shader of %s", d->label);
    if (good && !t.failed)
        return t.at;
    free(t.at);
    return NULL;
}

/* ---- errors of the device ---- */

typedef struct Verdict {
    bool there, bad;
    char message[768];
} Verdict;

static void on_verdict(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message,
                       void *u1, void *u2) {
    (void)u2;
    Verdict *v = u1;
    v->bad = status != WGPUPopErrorScopeStatus_Success || type != WGPUErrorType_NoError;
    size_t n =
        message.length == WGPU_STRLEN && message.data ? strlen(message.data) : message.length;
    if (v->bad)
        snprintf(v->message, sizeof v->message, "%.*s", message.data ? (int)n : 0,
                 message.data ? message.data : "");
    v->there = true;
}

static void wait_for(LwkContext *c, const bool *there) {
    struct timespec nap = {0, 50000};
    while (!*there) {
        c->procs->InstanceProcessEvents(c->instance);
        if (!*there)
            nanosleep(&nap, NULL);
    }
}

static const WGPUErrorFilter filters[] = {WGPUErrorFilter_Validation, WGPUErrorFilter_Internal,
                                          WGPUErrorFilter_OutOfMemory};
enum { FILTERS = sizeof filters / sizeof filters[0] };

void lwk_watch_errors(LwkContext *c) {
    for (int i = 0; i < FILTERS; i++)
        c->procs->DevicePushErrorScope(c->device, filters[i]);
}

LwkStatus lwk_errors_seen(LwkContext *c, const char *what) {
    LwkStatus status = LWK_OK;
    for (int i = 0; i < FILTERS; i++) {
        Verdict v = {0};
        WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_AllowProcessEvents;
        info.callback = on_verdict;
        info.userdata1 = &v;
        c->procs->DevicePopErrorScope(c->device, info);
        wait_for(c, &v.there);
        if (v.bad && status == LWK_OK)
            status = lwk_fail(c, LWK_DEVICE_ERROR, "%s: %s", what,
                              v.message[0] ? v.message : "the device is lost");
    }
    return status;
}

/* ---- kernels ---- */

static WGPUStringView view(const char *s) {
    return (WGPUStringView){s, WGPU_STRLEN};
}

static WGPUBindGroupLayout make_layout(LwkContext *c, const LwkKernelDescriptor *d) {
    WGPUBindGroupLayoutEntry entries[1 + LWK_MOST_BINDINGS];
    uint32_t n = 0;
    entries[n] = (WGPUBindGroupLayoutEntry){
        .binding = 0,
        .visibility = WGPUShaderStage_Compute,
        .buffer = {.type = WGPUBufferBindingType_Uniform},
    };
    for (const char *b = d->bindings; *b && n < LWK_MOST_BINDINGS; b++) {
        n++;
        entries[n] = (WGPUBindGroupLayoutEntry){
            .binding = n,
            .visibility = WGPUShaderStage_Compute,
            .buffer = {.type = *b == 'r' ? WGPUBufferBindingType_ReadOnlyStorage
                                         : WGPUBufferBindingType_Storage},
        };
    }
    WGPUBindGroupLayoutDescriptor layout = {
        .label = view(d->label), .entryCount = n + 1, .entries = entries};
    return c->procs->DeviceCreateBindGroupLayout(c->device, &layout);
}

static WGPUComputePipeline make_pipeline(LwkContext *c, const LwkKernelDescriptor *d,
                                         const char *text, WGPUBindGroupLayout group) {
    WGPUShaderSourceWGSL source = {.chain = {NULL, WGPUSType_ShaderSourceWGSL}, .code = view(text)};
    WGPUShaderModuleDescriptor module_descriptor = {.nextInChain = &source.chain,
                                                    .label = view(d->label)};
    WGPUPipelineLayoutDescriptor layout_descriptor = {
        .label = view(d->label), .bindGroupLayoutCount = 1, .bindGroupLayouts = &group};
    WGPUShaderModule module = c->procs->DeviceCreateShaderModule(c->device, &module_descriptor);
    WGPUPipelineLayout layout = c->procs->DeviceCreatePipelineLayout(c->device, &layout_descriptor);
    WGPUConstantEntry constants[LWK_MOST_CONSTANTS];
    size_t n = 0;
    for (; n < LWK_MOST_CONSTANTS && d->constants[n].name; n++)
        constants[n] =
            (WGPUConstantEntry){.key = view(d->constants[n].name), .value = d->constants[n].value};
    WGPUComputePipelineDescriptor descriptor = {
        .label = view(d->label),
        .layout = layout,
        .compute = {.module = module,
                    .entryPoint = view("main"),
                    .constantCount = n,
                    .constants = constants},
    };
    WGPUComputePipeline pipeline = c->procs->DeviceCreateComputePipeline(c->device, &descriptor);
    c->procs->PipelineLayoutRelease(layout);
    c->procs->ShaderModuleRelease(module);
    return pipeline;
}

LwkStatus lwk_kernel_add(LwkPlan *plan, const LwkKernelDescriptor *d) {
    LwkContext *c = plan->context;
    if (plan->kernels == LWK_MOST_KERNELS)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "%s has too many kernels", plan->name);
    char *text = lwk_shader_text(c, d);
    if (!text)
        return LWK_BAD_ARGUMENT;
    LwkKernel *k = &plan->kernel[plan->kernels++];
    lwk_watch_errors(c);
    k->label = d->label;
    k->bindings = (uint32_t)strlen(d->bindings);
    k->layout = make_layout(c, d);
    k->pipeline = make_pipeline(c, d, text, k->layout);
    free(text);
    return lwk_errors_seen(c, d->label);
}
