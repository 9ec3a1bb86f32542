/* An addon that loses memory, for the proof that leaks.sh would see it: it goes by the name of the
 * package's addon. */
#include <stdlib.h>

#include <node_api.h>

NAPI_MODULE_EXPORT int32_t NODE_API_MODULE_GET_API_VERSION(void);

NAPI_MODULE_INIT() {
    (void)env;
    void *volatile lost = malloc(1234);
    lost = NULL;
    (void)lost;
    return exports;
}
