/* The functions of lanewise.h that are about no WebGPU object but a device's last run, and those
 * about hardware models. */
#include "lanewise/lanewise.h"

#include "api/runner.h"

const char *lw_version(void) {
    return LW_VERSION;
}

LwRunStatus lw_device_run_status(WGPUDevice d, WGPUStringView *message) {
    if (d)
        runner_drain(d->runner);
    if (message)
        *message = text_view(d && d->run_message ? d->run_message : "");
    return d ? d->run_status : LW_RUN_OK;
}

static const HwModel *find(WGPUStringView name, HwModel *storage, const char **error) {
    const char *why = "no such hardware model";
    Str s = text_str(name);
    const HwModel *m = hw_find(s.len ? s : STR("nvidia"), storage, &why);
    if (!m && error)
        *error = why;
    return m;
}

bool lw_bank_cost(WGPUStringView hardware, const LwBankAccess *a, LwBankCost *cost,
                  const char **error) {
    HwModel storage;
    const HwModel *m = find(hardware, &storage, error);
    if (!m)
        return false;
    const char *wrong = a->lanes < 1 || a->lanes > HW_MAX_LANES ? "lanes: 1 to 128"
                        : a->op < 0 || a->op > 2                ? "op: 0, 1 or 2"
                        : a->width != 4 && a->width != 8 && a->width != 16
                            ? "width: 4, 8 or 16 bytes"
                            : NULL;
    if (wrong) {
        if (error)
            *error = wrong;
        return false;
    }
    HwBankCost b = hw_bank_cost(m, (HwOp)a->op, a->width, a->lanes, a->mask, a->address);
    HwSectorCost s = hw_sector_cost(m, (HwOp)a->op, a->width, a->lanes, a->mask, a->address);
    *cost = (LwBankCost){b.wavefronts, b.ideal, s.sectors, s.ideal, s.requests};
    return true;
}

static const char *basis_name(HwBasis b) {
    return b == HW_MEASURED ? "measured" : b == HW_DOCUMENTED ? "documented" : "textbook";
}

static LwHardware describe(const HwModel *m) {
    return (LwHardware){m->name,          m->title, basis_name(m->basis), m->source,
                        m->subgroup_size, m->banks, m->bank_bytes,        m->sector_bytes};
}

bool lw_hardware_find(WGPUStringView name, LwHardware *hardware, const char **error) {
    HwModel storage;
    const HwModel *m = find(name, &storage, error);
    if (m && hardware)
        *hardware = describe(m);
    return m != NULL;
}

size_t lw_hardware_list(LwHardware *list, size_t most) {
    uint32_t count;
    const HwModel *m = hw_list(&count);
    for (uint32_t i = 0; i < count && i < most; i++)
        list[i] = describe(&m[i]);
    return count;
}
