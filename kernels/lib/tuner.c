/* The tuner and its file of what was found; tuner_time.c times.
 *
 * A line of the file is: device, library version and name, then the four numbers of the tuning and
 * the microseconds, with tabs between. What stands in it is believed only when it is one of the
 * candidates: a damaged file costs time, no more. */
#include "lanewise/tuner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tuner_time.h"

enum { MOST_FILE = 1 << 20, MOST_LINE = 1024, MOST_DEVICE = 512 };

struct LwkTuner {
    LwkHost *host;
    char *path; /* NULL: nothing is kept */
    char device[MOST_DEVICE];
    char message[512];
    uint32_t timed;
    bool on_cpu;
    LwkTunerClock clock;
};

static LwkStatus fail(LwkTuner *t, LwkStatus status, const char *what, const char *why) {
    snprintf(t->message, sizeof t->message, "%s%s%s", what, why ? ": " : "", why ? why : "");
    return status;
}

/* ---- life ---- */

static size_t add_view(char *out, size_t room, WGPUStringView v) {
    size_t n = !v.data ? 0 : v.length == WGPU_STRLEN ? strlen(v.data) : v.length;
    size_t put = n < room - 2 ? n : room - 2;
    for (size_t i = 0; i < put; i++)
        out[i] = v.data[i] == '\t' || v.data[i] == '\n' || v.data[i] == '\r' ? ' ' : v.data[i];
    out[put] = '/';
    out[put + 1] = 0;
    return put + 1;
}

static void describe_device(LwkTuner *t) {
    const LwProcs *procs = lwk_host_procs(t->host);
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    if (procs->AdapterGetInfo(lwk_host_adapter(t->host), &info) != WGPUStatus_Success)
        return;
    const WGPUStringView parts[] = {info.vendor, info.architecture, info.device, info.description};
    size_t at = 0;
    for (int i = 0; i < 4 && at + 130 < sizeof t->device; i++)
        at += add_view(t->device + at, 128, parts[i]);
    const LwkProperties *p = lwk_context_properties(lwk_host_context(t->host));
    snprintf(t->device + at, sizeof t->device - at, "%u-%u", p->subgroup_min_size,
             p->subgroup_max_size);
    t->on_cpu = info.adapterType == WGPUAdapterType_CPU;
    procs->AdapterInfoFreeMembers(info);
}

LwkStatus lwk_tuner_create(LwkHost *host, const char *path, LwkTuner **tuner, char *error,
                           size_t error_size) {
    *tuner = NULL;
    LwkTuner *t = host ? calloc(1, sizeof *t) : NULL;
    size_t length = path ? strlen(path) + 1 : 0;
    if (t && path)
        t->path = malloc(length);
    if (!t || (path && !t->path)) {
        snprintf(error, error_size, host ? "no memory for a tuner" : "a tuner needs a host");
        free(t);
        return host ? LWK_OUT_OF_MEMORY : LWK_BAD_ARGUMENT;
    }
    if (path)
        memcpy(t->path, path, length);
    t->host = host;
    describe_device(t);
    t->clock = t->on_cpu ? (LwkTunerClock){.sample_us = 1000}
                         : (LwkTunerClock){.warm_us = 100000, .sample_us = 5000};
    *tuner = t;
    return LWK_OK;
}

void lwk_tuner_release(LwkTuner *t) {
    if (!t)
        return;
    free(t->path);
    free(t);
}

LwkHost *lwk_tuner_host(const LwkTuner *t) {
    return t->host;
}
const char *lwk_tuner_message(const LwkTuner *t) {
    return t->message;
}
uint32_t lwk_tuner_timed(const LwkTuner *t) {
    return t->timed;
}
bool lwk_tuner_on_cpu(const LwkTuner *t) {
    return t->on_cpu;
}
void lwk_tuner_watch(LwkTuner *t, LwkTunerTimed *timed, void *userdata) {
    t->clock.timed = timed;
    t->clock.userdata = userdata;
}

/* ---- the file ---- */

/* The whole file, ended by a zero; NULL when there is none of a sensible size. */
static char *read_file(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = f ? malloc(MOST_FILE + 1) : NULL;
    size_t n = text ? fread(text, 1, MOST_FILE + 1, f) : 0;
    bool good = text && !ferror(f) && n <= MOST_FILE;
    if (f)
        fclose(f);
    if (!good) {
        free(text);
        return NULL;
    }
    text[n] = 0;
    return text;
}

static void make_key(const LwkTuner *t, const char *name, char key[MOST_LINE]) {
    snprintf(key, MOST_LINE, "%s\t" LW_VERSION "\t%s\t", t->device, name);
}

static bool same(LwkTuning a, LwkTuning b) {
    return a.workgroup_size == b.workgroup_size && a.items == b.items && a.groups == b.groups &&
           a.copies == b.copies;
}

bool lwk_tuner_known(const LwkTuner *t, const LwkTunerCase *c, LwkTuning *best) {
    char *text = t->path ? read_file(t->path) : NULL;
    char key[MOST_LINE];
    make_key(t, c->name, key);
    bool found = false;
    for (char *line = text; line && *line && !found;) {
        char *end = strchr(line, '\n');
        LwkTuning v = {0};
        if (!strncmp(line, key, strlen(key)) &&
            sscanf(line + strlen(key), "%9u\t%9u\t%9u\t%9u\t", &v.workgroup_size, &v.items,
                   &v.groups, &v.copies) == 4)
            for (size_t i = 0; i < c->candidate_count && !found; i++) {
                found = same(v, c->candidates[i]);
                if (found)
                    *best = v;
            }
        line = end ? end + 1 : NULL;
    }
    free(text);
    return found;
}

/* Writes beside the file, then puts it in its place. */
static bool replace_file(const char *path, const char *text, size_t size) {
    size_t room = strlen(path) + 40;
    char *beside = malloc(room);
    if (!beside)
        return false;
    snprintf(beside, room, "%s.%llx.%llx", path, (unsigned long long)time(NULL),
             (unsigned long long)(uintptr_t)beside);
    FILE *f = fopen(beside, "wb");
    bool good = f && fwrite(text, 1, size, f) == size;
    if (f)
        good = fclose(f) == 0 && good;
    good = good && rename(beside, path) == 0;
    if (!good)
        remove(beside);
    free(beside);
    return good;
}

/* The other lines as they are, and the new one. */
static LwkStatus keep(LwkTuner *t, const LwkTunerCase *c, LwkTuning v, double us) {
    if (!t->path)
        return LWK_OK;
    char key[MOST_LINE], *old = read_file(t->path);
    make_key(t, c->name, key);
    char *text = malloc((old ? strlen(old) : 0) + MOST_LINE + 100);
    size_t n = 0;
    for (char *line = old; text && line && *line;) {
        char *end = strchr(line, '\n');
        size_t length = end ? (size_t)(end + 1 - line) : strlen(line);
        if (end && strncmp(line, key, strlen(key)) != 0) {
            memcpy(text + n, line, length);
            n += length;
        }
        line += length;
    }
    if (text)
        n += (size_t)snprintf(text + n, MOST_LINE + 100, "%s%u\t%u\t%u\t%u\t%.1f\n", key,
                              v.workgroup_size, v.items, v.groups, v.copies, us);
    bool good = text && replace_file(t->path, text, n);
    free(old);
    free(text);
    return good ? LWK_OK : fail(t, LWK_BAD_ARGUMENT, "the tuning cannot be written", t->path);
}

/* ---- finding ---- */

LwkStatus lwk_tuner_find(LwkTuner *t, const LwkTunerCase *c, LwkTuning *best) {
    if (!t)
        return LWK_BAD_ARGUMENT;
    if (!c || !best || !c->name || !c->candidate_count || !c->prepare || !c->encode || !c->release)
        return fail(t, LWK_BAD_ARGUMENT, "a case of the tuner lacks something", NULL);
    if (strpbrk(c->name, "\t\n") || strlen(c->name) > 128)
        return fail(t, LWK_BAD_ARGUMENT, "a name with tabs or of more than 128 bytes", c->name);
    if (lwk_tuner_known(t, c, best))
        return LWK_OK;
    double us;
    LwkStatus status = lwk_tuner_judge(t->host, c, &t->clock, best, &us, &t->timed);
    if (status == LWK_DEVICE_LOST)
        return fail(t, status, "the device was lost while timing", c->name);
    if (status != LWK_OK)
        return fail(t, status, "no candidate could be timed", c->name);
    return keep(t, c, *best, us);
}
