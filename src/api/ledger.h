/* The ledger of a device: what its observers have seen, added up by pipeline, and handed over in
 * files as it grows.
 *
 * LANEWISE_REPORT names a folder. After each submit every pipeline that ran has its file there
 * replaced, whole, by a new one: a program may end as it likes, with its device open or by a
 * signal, and what it did until then stands written. docs/formats.md has the format.
 */
#ifndef LW_API_LEDGER_H
#define LW_API_LEDGER_H

#include "api/api.h"

/* NULL, and why in *error (malloc'ed; NULL when memory is short), when the folder cannot be written
 * to. `device` is not kept. */
Ledger *ledger_new(const char *folder, WGPUDevice device, char **error);
/* Drops its references on pipelines, which hold the device. */
void ledger_close(Ledger *l);
void ledger_free(Ledger *l);

/* Adds a dispatch of `p` that took so long, and what is for the ledger of its report, which may be
 * NULL. `stopped`: why it ended early; NULL when it did not. */
void ledger_add(Ledger *l, WGPUComputePipeline p, const uint32_t workgroups[3], uint64_t ns,
                const LwReport *report, const char *stopped);
/* Writes what has changed. */
void ledger_write(Ledger *l);

#endif
