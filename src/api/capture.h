/* Capturing: each dispatch of a device saved as a .run file with its shader and its buffers as they
 * were before it, so that the command can run, check, profile and time it by itself. */
#ifndef LW_API_CAPTURE_H
#define LW_API_CAPTURE_H

#include "api/api.h"

/* NULL, and why in *error (malloc'ed; NULL when memory is short), when there is no such folder and
 * it cannot be made. */
Capture *capture_new(const char *folder, uint64_t most, char **error);
void capture_free(Capture *c);

/* Saves a dispatch that comes next. What cannot be saved is said once, and ends the capture. */
void capture_dispatch(Capture *c, WGPUComputePipeline p, const uint32_t workgroups[3],
                      const EngineBinding *binding, uint32_t bindings);

#endif
