/* What the examples share: the device of the library that the first argument names, else of the
 * engine; and an end with a message when something fails. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdio.h>
#include <stdlib.h>

#include "lanewise/host.h"

static inline LwkHost *example_open(int argc, char **argv) {
    static LwProcs loaded;
    char error[1024];
    if (argc > 1 && !lw_procs_load(&loaded, argv[1], error, sizeof error)) {
        fprintf(stderr, "%s\n", error);
        exit(1);
    }
    LwkHostDescriptor d = {.procs = argc > 1 ? &loaded : lw_procs_linked()};
    LwkHost *host;
    if (lwk_host_create(&d, &host, error, sizeof error) != LWK_OK) {
        fprintf(stderr, "%s\n", error);
        exit(1);
    }
    return host;
}

static inline void example_check(LwkHost *host, LwkStatus status) {
    if (status == LWK_OK)
        return;
    const char *message = lwk_context_message(lwk_host_context(host));
    fprintf(stderr, "%s: %s\n", lwk_status_text(status),
            message[0] ? message : lwk_host_message(host));
    exit(1);
}

/* A buffer with the data in it, or zeros. */
static inline LwkSlice example_buffer(LwkHost *host, const char *label, const void *data,
                                      uint64_t bytes) {
    WGPUBuffer buffer = lwk_host_buffer(host, label, bytes);
    if (!buffer || (data && lwk_host_upload(host, buffer, 0, data, bytes) != LWK_OK)) {
        fprintf(stderr, "%s\n", lwk_host_message(host));
        exit(1);
    }
    return (LwkSlice){buffer, 0};
}

#endif
