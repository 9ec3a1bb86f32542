/* Hardware models: what an access costs on a given GPU. Models are tables; the rules that read them
 * are the same for all. Proven against a real GPU's counters where a model says so. */
#ifndef LW_HW_HW_H
#define LW_HW_HW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum { HW_MAX_LANES = 128, HW_MAX_BANKS = 256, HW_SLICES = 4 };

typedef enum HwOp { HW_LOAD, HW_STORE, HW_ATOMIC } HwOp;

/* How an access passes through the banks: the lanes are taken in groups of consecutive lanes, each
 * group in as many passes as its fullest bank needs. Loads of groups may go two together (merge),
 * when over the whole subgroup either all active pairs of lanes (i, i^1) or all active pairs
 * (i, i^2) load the same address. */
typedef struct HwGroups {
    uint8_t width; /* bytes a lane: 4, 8 or 16; narrower accesses go as 4 */
    uint8_t lanes; /* a group; 0: the whole subgroup */
    bool merge;
} HwGroups;

typedef enum HwBasis { HW_MEASURED, HW_DOCUMENTED, HW_TEXTBOOK } HwBasis;

typedef struct HwModel {
    const char *name, *title;
    HwBasis basis;
    const char *source;     /* where the numbers come from */
    uint32_t subgroup_size; /* the usual one */
    uint32_t banks, bank_bytes;
    uint32_t sector_bytes, line_bytes;
    /* Published rates, for the estimate of what takes the most cycles; a compute unit is an SM, CU,
     * Xe core or GPU core. Per unit and cycle: */
    uint32_t units;
    double bank_passes_per_cycle;
    double flops_per_cycle;        /* f32; a fused multiply-add counts two */
    double memory_bytes_per_cycle; /* of the whole device, over units: DRAM bandwidth / clock /
                                      units */
    double clock_ghz;
    uint32_t workgroup_bytes_per_unit; /* memory for workgroup variables */
    uint32_t workgroup_bytes_reserved; /* of it, for each resident workgroup by the system */
    uint32_t invocations_per_unit, workgroups_per_unit;
    HwGroups groups[3]; /* for widths 4, 8 and 16 */
    /* Stores of several lanes to one word take one pass; else each takes its own. (Loads of one
     * word always share a pass, atomics on one word never do.) */
    bool stores_share;
    /* Where atomics on storage memory go: a line belongs to one of HW_SLICES slices, whose number
     * has as bit k the parity of the address's bits in slice_mask[k]. Zeros: not known. */
    uint32_t slice_mask[2];
} HwModel;

/* The model of that name, or NULL. "generic" takes parameters: "generic:banks=16,bank-bytes=4". The
 * model is kept in `storage` when it has parameters. `error` says what is wrong with them. */
const HwModel *hw_find(Str name, HwModel *storage, const char **error);
const HwModel *hw_list(uint32_t *count);

typedef struct HwBankCost {
    uint32_t wavefronts; /* passes through the banks */
    uint32_t ideal;      /* passes that the same lanes would take without a conflict */
} HwBankCost;            /* wavefronts - ideal: what the bank-conflict counter reports */

/* One access of one subgroup to workgroup memory. mask: bit a lane, lanes <= HW_MAX_LANES;
 * addresses in bytes. No active lane costs nothing. */
HwBankCost hw_bank_cost(const HwModel *m, HwOp op, uint32_t width, uint32_t lanes,
                        const uint32_t *mask, const uint32_t *address);

typedef struct HwSectorCost {
    uint32_t sectors; /* sectors touched; an atomic's passes touch theirs anew */
    uint32_t ideal;   /* sectors that as many bytes would need when packed */
    uint32_t requests;
} HwSectorCost;

/* One access of one subgroup to storage memory; the binding starts at a line's start, for atomics
 * at address 0. */
HwSectorCost hw_sector_cost(const HwModel *m, HwOp op, uint32_t width, uint32_t lanes,
                            const uint32_t *mask, const uint32_t *address);

/* The bits of an address that the cost of an access to storage depends on, besides the distances
 * between its lanes. */
uint32_t hw_sector_phase(const HwModel *m, HwOp op);

/* The most active lanes on one address. */
uint32_t hw_same_address(uint32_t lanes, const uint32_t *mask, const uint32_t *address);

/* How many workgroups of this size run on one unit at a time, by each limit (0: it does not fit).
 */
uint32_t hw_resident_workgroups(const HwModel *m, uint32_t workgroup_bytes, uint32_t invocations);

const char *hw_basis_name(HwBasis b); /* "measured", "documented", "textbook" */

#endif
