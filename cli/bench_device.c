/* Opens devices for `lanewise bench`. */
#include "cli/bench_device.h"

#include "cli/run.h"

static Str str_of_view(WGPUStringView v) {
    if (!v.data)
        return STR("");
    return (Str){v.data, (uint32_t)(v.length == WGPU_STRLEN ? strlen(v.data) : v.length)};
}

static void keep_error(void *userdata, const char *message) {
    BenchDevice *d = userdata;
    if (!d->error.len)
        d->error = str_copy(d->arena, str_from_c(message));
}

/* Dawn's extension for its toggles, by its published number and layout. */
enum { DAWN_TOGGLES = 0x0005000A };
typedef struct DawnToggles {
    WGPUChainedStruct chain;
    size_t on_count;
    const char *const *on;
    size_t off_count;
    const char *const *off;
} DawnToggles;

static bool load(BenchDevice *d, const BenchDeviceOptions *o) {
    d->engine = !o->library;
    d->wgpu = lw_procs_linked();
    if (d->engine)
        return true;
    char error[512];
    d->wgpu = &d->loaded;
    if (lw_procs_load(&d->loaded, o->library, error, sizeof error))
        return true;
    complain("--device: %s", error);
    return false;
}

static bool make_host(BenchDevice *d, const BenchDeviceOptions *o) {
    LwDeviceOptions lw = LW_DEVICE_OPTIONS_INIT;
    lw.subgroup_size = o->subgroup_size;
    lw.threads = o->threads;
    lw.observe = o->observe;
    lw.hardware = (WGPUStringView){o->hardware.at, o->hardware.len};
    DawnToggles toggles = {{NULL, (WGPUSType)DAWN_TOGGLES},
                           o->toggles_on.len,
                           o->toggles_on.at,
                           o->toggles_off.len,
                           o->toggles_off.at};
    LwkHostDescriptor host = {.procs = d->wgpu,
                              .label = "lanewise bench",
                              .as_gpu = o->as_gpu,
                              .device_chain = d->engine ? &lw.chain : NULL,
                              .on_error = keep_error,
                              .userdata = d};
    if (!d->engine && (toggles.on_count || toggles.off_count))
        host.device_chain = &toggles.chain;
    char error[512];
    if (lwk_host_create(&host, &d->host, error, sizeof error) == LWK_OK)
        return true;
    complain("%s", error);
    return false;
}

static void ask_about(BenchDevice *d) {
    d->device = lwk_host_device(d->host);
    d->queue = lwk_host_queue(d->host);
    d->properties = *lwk_context_properties(lwk_host_context(d->host));
    d->limits = (WGPULimits)WGPU_LIMITS_INIT;
    d->wgpu->DeviceGetLimits(d->device, &d->limits);
    d->on_cpu = d->engine;
    WGPUAdapterInfo about = WGPU_ADAPTER_INFO_INIT;
    if (d->wgpu->AdapterGetInfo(lwk_host_adapter(d->host), &about) == WGPUStatus_Success) {
        d->name = str_copy(d->arena, str_of_view(about.device));
        d->on_cpu |= about.adapterType == WGPUAdapterType_CPU;
        d->driver = str_copy(d->arena, str_of_view(about.description));
        d->wgpu->AdapterInfoFreeMembers(about);
    }
}

bool bench_device_open(BenchDevice *d, Arena *a, Arena *scratch, const BenchDeviceOptions *o) {
    *d = (BenchDevice){.arena = a, .scratch = scratch};
    if (!load(d, o) || !make_host(d, o))
        return false;
    ask_about(d);
    return true;
}

static void drop(BenchDevice *d, WGPUBuffer buffer) {
    if (buffer) {
        d->wgpu->BufferDestroy(buffer);
        d->wgpu->BufferRelease(buffer);
    }
}

/* Another library stays loaded: its threads may still be ending. */
void bench_device_close(BenchDevice *d) {
    for (int i = 0; i < BENCH_KEPT; i++)
        drop(d, d->kept[i]);
    lwk_host_release(d->host);
    *d = (BenchDevice){0};
}

Str bench_device_error(BenchDevice *d) {
    Str e = d->error;
    d->error = STR("");
    return e;
}

static bool good(BenchDevice *d, LwkStatus status) {
    if (status != LWK_OK)
        keep_error(d, lwk_host_message(d->host));
    return status == LWK_OK;
}

bool bench_device_wait(BenchDevice *d) {
    return good(d, lwk_host_wait(d->host));
}

WGPUBuffer bench_device_buffer(BenchDevice *d, const char *label, uint64_t size) {
    for (int i = 0; i < BENCH_KEPT; i++) {
        WGPUBuffer buffer = d->kept[i];
        if (buffer && d->wgpu->BufferGetSize(buffer) == size) {
            d->kept[i] = NULL;
            return buffer;
        }
    }
    return lwk_host_buffer(d->host, label, size);
}

void bench_device_give_back(BenchDevice *d, WGPUBuffer buffer) {
    for (int i = 0; i < BENCH_KEPT && buffer; i++) {
        if (!d->kept[i]) {
            d->kept[i] = buffer;
            return;
        }
    }
    drop(d, buffer);
}

void bench_device_write(BenchDevice *d, WGPUBuffer buffer, const void *data, uint64_t bytes) {
    good(d, lwk_host_upload(d->host, buffer, 0, data, bytes));
}

const void *bench_device_read(BenchDevice *d, WGPUBuffer buffer, uint64_t from, uint64_t bytes) {
    void *copy = arena_alloc(d->scratch, bytes, 16);
    return good(d, lwk_host_read(d->host, buffer, from, copy, bytes)) ? copy : NULL;
}
