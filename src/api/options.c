/* Device options: the chained struct, then environment variables, then defaults. */
#include <stdlib.h>

#include "api/runner.h"
#include "base/os.h"

static const uint64_t DEFAULT_STEPS = 100u * UINT64_C(1000000000);
static const uint64_t DEFAULT_MEMORY = UINT64_C(8) << 30;
enum { MOST_THREADS = 1024 };

/* An environment variable; NULL when it is absent or empty. */
static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static bool read_wide(const char *text, uint64_t most, uint64_t *value) {
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    *value = strtoull(text, &end, 10);
    return !*end && *value <= most;
}

static bool read_number(const char *text, uint32_t most, uint32_t *value) {
    uint64_t v;
    if (!read_wide(text, most, &v))
        return false;
    *value = (uint32_t)v;
    return true;
}

static bool bad_variable(char **error, const char *name, const char *value, const char *rule) {
    *error = text_format("environment variable %s is \"%s\": %s", name, value, rule);
    return false;
}

static bool read_subgroup_size(DeviceOptions *o, char **error) {
    const char *name = "LANEWISE_SUBGROUP_SIZE", *value = variable(name);
    if (!o->subgroup_size && value && !read_number(value, 128, &o->subgroup_size))
        return bad_variable(error, name, value, "a subgroup size is 4, 8, 16, 32, 64 or 128");
    if (!o->subgroup_size)
        o->subgroup_size = o->hw->subgroup_size;
    uint32_t n = o->subgroup_size;
    if (n < 4 || n > 128 || (n & (n - 1))) {
        *error = text_format("subgroup size %u: it is 4, 8, 16, 32, 64 or 128", n);
        return false;
    }
    return true;
}

static bool read_threads(DeviceOptions *o, char **error) {
    const char *name = "LANEWISE_THREADS", *value = variable(name);
    if (!o->threads && value && !read_number(value, MOST_THREADS, &o->threads))
        return bad_variable(error, name, value, "a number of threads is 0 to 1024");
    if (o->threads > MOST_THREADS) {
        *error = text_format("%u threads: 1024 are the most", o->threads);
        return false;
    }
    if (!o->threads)
        o->threads = os_cpu_count();
    return true;
}

static bool read_hardware(DeviceOptions *o, WGPUStringView chained, char **error) {
    Str name = text_str(chained);
    const char *value = variable("LANEWISE_HARDWARE");
    if (!name.len)
        name = str_from_c(value ? value : "nvidia");
    const char *why = NULL;
    o->hw = hw_find(name, &o->hw_storage, &why);
    if (!o->hw)
        *error = text_format("hardware \"%.*s\": %s", STR_ARG(name), why ? why : "no such model");
    return o->hw != NULL;
}

static const struct {
    const char *name;
    LwSchedule public;
    ScheduleKind kind;
    bool argument;
} schedules[] = {
    {"fair", LW_SCHEDULE_FAIR, SCHEDULE_FAIR, false},
    {"ascending", LW_SCHEDULE_ASCENDING, SCHEDULE_ASCENDING, false},
    {"descending", LW_SCHEDULE_DESCENDING, SCHEDULE_DESCENDING, false},
    {"occupancy", LW_SCHEDULE_OCCUPANCY, SCHEDULE_OCCUPANCY, true},
    {"seed", LW_SCHEDULE_SEED, SCHEDULE_SEED, true},
};
enum { SCHEDULES = sizeof schedules / sizeof schedules[0] };

/* "seed 7" */
static bool parse_schedule(DeviceOptions *o, const char *text) {
    for (int i = 0; i < SCHEDULES; i++) {
        size_t len = strlen(schedules[i].name);
        if (strncmp(text, schedules[i].name, len) != 0)
            continue;
        o->schedule = schedules[i].kind;
        if (!schedules[i].argument)
            return text[len] == 0;
        return text[len] == ' ' && read_number(text + len + 1, UINT32_MAX, &o->schedule_arg);
    }
    return false;
}

/* ---- words ---- */

typedef struct Word {
    const char *name;
    uint32_t value;
} Word;

static const Word observers[] = {
    {"none", LW_OBSERVE_NONE},
    {"cost", LW_OBSERVE_COST},
    {"check", LW_OBSERVE_CHECK},
    {"shift-range", LW_OBSERVE_SHIFT_RANGE},
    {"conversion-range", LW_OBSERVE_CONVERSION_RANGE},
    {"f16-index", LW_OBSERVE_F16_INDEX},
    {"non-finite", LW_OBSERVE_NON_FINITE},
    {NULL, 0},
};
static const Word out_of_bounds_modes[] = {
    {"clamp", LW_OUT_OF_BOUNDS_CLAMP},
    {"drop", LW_OUT_OF_BOUNDS_DROP},
    {"trap", LW_OUT_OF_BOUNDS_TRAP},
    {NULL, 0},
};

/* Adds the values of the words of a list up, "check,shift-range"; false when one is unknown. */
static bool parse_words(const char *text, const Word *words, uint32_t *value) {
    *value = 0;
    while (*text) {
        size_t len = strcspn(text, ", ");
        const Word *w = words;
        while (len && w->name && (strlen(w->name) != len || memcmp(w->name, text, len) != 0))
            w++;
        if (!w->name)
            return false;
        if (len)
            *value |= w->value;
        text += len + (text[len] != 0);
    }
    return true;
}

/* Observers of the environment are those of the report folder, where the environment names one,
 * whatever the program asks for; else they are for programs that ask for none. */
static bool read_observers(DeviceOptions *o, char **error) {
    const char *name = "LANEWISE_OBSERVE", *value = variable(name);
    uint32_t observe = 0;
    if (value && !parse_words(value, observers, &observe))
        return bad_variable(error, name, value,
                            "its words are cost, check, shift-range, conversion-range, f16-index "
                            "and non-finite");
    o->report_folder = variable("LANEWISE_REPORT");
    if (o->report_folder)
        o->reported = observe;
    else if (!o->asked)
        o->asked = observe;
    o->observe = o->asked | o->reported;
    return true;
}

static bool read_capture(DeviceOptions *o, char **error) {
    const char *name = "LANEWISE_CAPTURE_MOST", *value = variable(name);
    uint32_t most = LW_CAPTURE_MOST;
    if (value && (!read_number(value, UINT32_MAX, &most) || !most))
        return bad_variable(error, name, value, "a number of dispatches is at least 1");
    o->capture_folder = variable("LANEWISE_CAPTURE");
    o->capture_most = most;
    return true;
}

static bool read_out_of_bounds(DeviceOptions *o, char **error) {
    const char *name = "LANEWISE_OUT_OF_BOUNDS", *value = variable(name);
    uint32_t mode;
    if (o->out_of_bounds || !value)
        return true;
    if (!parse_words(value, out_of_bounds_modes, &mode) || mode > LW_OUT_OF_BOUNDS_TRAP)
        return bad_variable(error, name, value, "it is clamp, drop or trap");
    o->out_of_bounds = (LwOutOfBounds)mode;
    return true;
}

/* ---- budgets ---- */

static bool read_budget(uint64_t *budget, const char *name, uint64_t unit, uint64_t standard,
                        char **error) {
    const char *value = variable(name);
    uint64_t v = 0;
    if (*budget)
        return true;
    if (value && (!read_wide(value, UINT64_MAX / unit, &v) || !v))
        return bad_variable(error, name, value, "a budget is a number above 0");
    *budget = v ? v * unit : standard;
    return true;
}

static bool read_budgets(DeviceOptions *o, char **error) {
    return read_budget(&o->step_budget, "LANEWISE_STEP_BUDGET", 1, DEFAULT_STEPS, error) &&
           read_budget(&o->memory_budget, "LANEWISE_MEMORY_BUDGET", 1 << 20, DEFAULT_MEMORY, error);
}

static bool read_schedule(DeviceOptions *o, const LwDeviceOptions *chained, char **error) {
    const char *name = "LANEWISE_SCHEDULE", *value = variable(name);
    if (chained->schedule == LW_SCHEDULE_FAIR && value) {
        if (!parse_schedule(o, value))
            return bad_variable(error, name, value,
                                "a schedule is fair, ascending, descending, occupancy K or seed N");
    } else {
        int i = 0;
        while (i < SCHEDULES && schedules[i].public != chained->schedule)
            i++;
        if (i == SCHEDULES) {
            *error = text_format("schedule %d is none of LwSchedule", (int)chained->schedule);
            return false;
        }
        o->schedule = schedules[i].kind;
        o->schedule_arg = chained->schedule_arg;
    }
    if (o->schedule == SCHEDULE_OCCUPANCY && !o->schedule_arg) {
        *error = text_format("schedule occupancy needs at least 1 resident workgroup");
        return false;
    }
    return true;
}

enum {
    EVERY_OBSERVER = (2 * LW_OBSERVE_UNUSED_INVOCATIONS - 1) | LW_OBSERVE_PRINT | LW_OBSERVE_RECORD
};

bool lw_device_observe(WGPUDevice d, uint32_t observe) {
    const uint32_t print = LW_OBSERVE_PRINT;
    DeviceOptions *o = &d->options;
    if (observe & ~(uint32_t)EVERY_OBSERVER)
        return false;
    runner_drain(d->runner);
    lock_take(d->running);
    lock_take(d->lock);
    o->asked = (observe & ~print) | (o->asked & print);
    o->observe = o->asked | o->reported;
    lock_give(d->lock);
    lock_give(d->running);
    return true;
}

uint32_t lw_device_observers(WGPUDevice d) {
    if (!d)
        return 0;
    lock_take(d->lock); /* not `running`, which is held for long */
    uint32_t observe = d->options.asked;
    lock_give(d->lock);
    return observe;
}

/* What a program leaves in files is there when its submits return, however it ends. */
static bool settle_asynchronous(DeviceOptions *o, bool asked) {
    o->asynchronous = asked && !o->report_folder && !o->capture_folder;
    return true;
}

bool options_read(DeviceOptions *o, const LwDeviceOptions *chained, char **error) {
    static const LwDeviceOptions none = LW_DEVICE_OPTIONS_INIT;
    if (!chained)
        chained = &none;
    *o = (DeviceOptions){
        .subgroup_size = chained->subgroup_size,
        .threads = chained->threads,
        .asked = chained->observe,
        .step_budget = chained->step_budget,
        .memory_budget = chained->memory_budget,
        .progress = chained->progress,
        .progress_userdata = chained->progress_userdata,
        .out_of_bounds = chained->out_of_bounds,
        .prints = chained->prints,
        .allow_non_uniform = chained->allow_non_uniform,
        .wake = chained->wake,
        .wake_userdata = chained->wake_userdata,
    };
    if ((unsigned)o->out_of_bounds > LW_OUT_OF_BOUNDS_TRAP) {
        *error = text_format("out_of_bounds %d is none of LwOutOfBounds", (int)o->out_of_bounds);
        return false;
    }
    if (o->asked & ~(uint32_t)EVERY_OBSERVER) {
        *error = text_format("observers 0x%x: there are none but those of LwObserve, 0x%x",
                             o->asked, EVERY_OBSERVER);
        return false;
    }
    return read_hardware(o, chained->hardware, error) && read_subgroup_size(o, error) &&
           read_threads(o, error) && read_schedule(o, chained, error) && read_observers(o, error) &&
           read_out_of_bounds(o, error) && read_budgets(o, error) && read_capture(o, error) &&
           settle_asynchronous(o, chained->asynchronous);
}
