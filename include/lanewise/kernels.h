/* kernels.h: tuned parallel primitives on any WebGPU device.
 *
 * The convention is CUB's. A *plan* is created once, for a device, a type, an operation and the
 * largest size; its temporary storage is sized by a query and given by the caller; it is then
 * encoded any number of times into the caller's command encoder or compute pass. Nothing is
 * submitted. Encoding allocates no buffers of the size of data: a plan caches bind groups and the
 * small uniform buffers of its parameters, so that encoding the same call again allocates nothing.
 *
 * Sizes and counts are in elements, offsets and temporary sizes in bytes. Every offset is a
 * multiple of the device's minStorageBufferOffsetAlignment (lwk_context_properties). Buffers need
 * the usage Storage; one that is written must be another buffer than those that are read. Kernels
 * move 16 bytes a lane where the ranges allow: give buffers a size that is a multiple of 16 and any
 * count is fast. Bytes behind a range are never changed.
 *
 * Every function that can fail returns an LwkStatus; lwk_context_message says what was wrong.
 * On failure nothing was encoded. A context and its plans are used by one thread at a time. */
#ifndef LANEWISE_KERNELS_H
#define LANEWISE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanewise/procs.h"
#include "webgpu/webgpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum LwkStatus {
    LWK_OK = 0,
    LWK_BAD_ARGUMENT,        /* a null handle, an unknown type, a type the operation lacks */
    LWK_UNSUPPORTED,         /* the device lacks a feature or has too low a limit */
    LWK_TOO_LARGE,           /* more elements than the plan was made for, or than a binding holds */
    LWK_MISALIGNED,          /* an offset that is no multiple of the alignment */
    LWK_OUT_OF_RANGE,        /* a range that ends behind its buffer */
    LWK_OVERLAP,             /* a buffer that is read and written by one call */
    LWK_TEMPORARY_TOO_SMALL, /* temporary storage smaller than lwk_plan_temporary_size */
    LWK_OUT_OF_MEMORY,
    LWK_DEVICE_LOST, /* give the context a new device: lwk_context_set_device */
    LWK_DEVICE_ERROR /* the device rejected a shader or an object: its message is kept */
} LwkStatus;

/* "temporary storage too small"; a static string. */
const char *lwk_status_text(LwkStatus status);

typedef enum LwkType { LWK_F32, LWK_I32, LWK_U32, LWK_F16 } LwkType;

/* "f32"; bytes of an element. */
const char *lwk_type_name(LwkType type);
uint32_t lwk_type_size(LwkType type);

/* ---- contexts ---- */

typedef struct LwkContext LwkContext;

typedef struct LwkContextDescriptor {
    const LwProcs *procs; /* kept by the context: must live as long */
    WGPUInstance instance;
    WGPUDevice device;
    bool no_subgroups; /* use the variants without subgroup operations */
    bool as_gpu; /* shape plans as for a GPU on a CPU's device, too: to check and profile them */
} LwkContextDescriptor;

typedef struct LwkProperties {
    bool f16, subgroups, timestamps;
    uint32_t subgroup_min_size, subgroup_max_size; /* 1 and 128 where the device does not say */
    uint32_t max_workgroup_size;                   /* invocations in x */
    uint32_t max_workgroup_bytes;
    uint32_t max_workgroups; /* a dimension */
    uint32_t offset_alignment;
    uint64_t max_binding_size;
    bool cpu; /* the adapter is a CPU, for which plans are shaped: see as_gpu */
} LwkProperties;

/* On failure `error` has the message, always ended with a zero. */
LwkStatus lwk_context_create(const LwkContextDescriptor *descriptor, LwkContext **context,
                             char *error, size_t error_size);
/* After its plans: those that are left are released with it. */
void lwk_context_release(LwkContext *context);

const LwkProperties *lwk_context_properties(const LwkContext *context);
/* What the last call that failed was about; empty before. Owned by the context. */
const char *lwk_context_message(const LwkContext *context);

/* For a new device, after the old one was lost: builds every plan of the context again, so that
 * their handles stay good. Buffers are the caller's to make again. */
LwkStatus lwk_context_set_device(LwkContext *context, WGPUDevice device);

/* ---- plans ---- */

typedef struct LwkPlan LwkPlan;

void lwk_plan_release(LwkPlan *plan);
/* Bytes of temporary storage that every encode of the plan needs; 0: none, give {0}. Its contents
 * need no initialising and are of no use afterwards; calls encoded one after the other may share
 * it. */
uint64_t lwk_plan_temporary_size(const LwkPlan *plan);
/* Drops cached bind groups, and with them the plan's hold on buffers. */
void lwk_plan_forget(LwkPlan *plan);

/* Where a range begins. */
typedef struct LwkSlice {
    WGPUBuffer buffer;
    uint64_t offset; /* bytes */
} LwkSlice;

/* Where a call is encoded: into an open compute pass, or else into a compute pass of its own in a
 * command encoder, with time stamps if wanted. */
typedef struct LwkTarget {
    WGPUCommandEncoder encoder;
    WGPUComputePassEncoder pass;
    const WGPUPassTimestampWrites *timestamps;
} LwkTarget;

/* How a plan's kernels are shaped; what is 0 the library chooses. What each primitive makes of it
 * is said there; the device's limits bound it. */
typedef struct LwkTuning {
    uint32_t workgroup_size; /* invocations, a power of two */
    uint32_t items;  /* 16-byte vectors that an invocation has on the way at once: 1 to 16 */
    uint32_t groups; /* workgroups at most, where each goes through a chunk of the data */
    uint32_t copies; /* of what lanes would contend for, a power of two */
} LwkTuning;

/* ---- copy ---- */

typedef struct LwkCopyDescriptor {
    LwkType type;
    uint64_t max_count;
} LwkCopyDescriptor;

/* Copies count elements: what the other primitives are measured against. */
LwkStatus lwk_copy_create(LwkContext *context, const LwkCopyDescriptor *descriptor, LwkPlan **plan);
LwkStatus lwk_copy_encode(LwkPlan *plan, LwkTarget target, LwkSlice src, LwkSlice dst,
                          uint64_t count);

/* ---- reduce ---- */

typedef enum LwkOp { LWK_SUM, LWK_MIN, LWK_MAX, LWK_AND, LWK_OR, LWK_ARGMIN, LWK_ARGMAX } LwkOp;

/* Sum, min, max, argmin and argmax of any type (f16 on devices with the feature; it is added up as
 * f32); and, or of integers. */
typedef struct LwkReduceDescriptor {
    LwkType type;
    LwkOp op;
    uint64_t max_count;
    LwkTuning tuning; /* workgroup_size, items, groups */
} LwkReduceDescriptor;

/* One element to dst. Argmin and argmax write two words instead: the lowest index of the best
 * value, and the value (of f16: as f32). Of no elements: the operation's identity (0, all ones, the
 * type's largest or smallest value or an infinity), and the index 2^32 - 1. dst has room for 4
 * bytes, or 8; what is behind an f16 is kept. Results with NaN among the elements are any of the
 * elements'. */
LwkStatus lwk_reduce_create(LwkContext *context, const LwkReduceDescriptor *descriptor,
                            LwkPlan **plan);
LwkStatus lwk_reduce_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary, LwkSlice src,
                            LwkSlice dst, uint64_t count);

/* ---- scan ---- */

/* Sum, min or max, of any type (f16 on devices with the feature; it is joined as f32, and only what
 * is written is rounded to f16). */
typedef struct LwkScanDescriptor {
    LwkType type;
    LwkOp op;
    bool exclusive; /* an element gets what stands before it, the first one the identity */
    uint64_t max_count;
    LwkTuning tuning; /* workgroup_size, items, groups */
} LwkScanDescriptor;

/* dst[i] of src[0] to src[i]. Sums of f32 are added in another order than one by one. */
LwkStatus lwk_scan_create(LwkContext *context, const LwkScanDescriptor *descriptor, LwkPlan **plan);
LwkStatus lwk_scan_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary, LwkSlice src,
                          LwkSlice dst, uint64_t count);

/* ---- segmented scan ---- */

/* What says where segments begin; the first element begins one whatever stands there. */
typedef enum LwkSegments {
    LWK_HEAD_FLAGS, /* u32 for each element: not 0 where a segment begins */
    LWK_HEAD_BITS,  /* a bit for each element: of element i, bit i % 32 of word i / 32 */
    LWK_KEYS /* u32 for each element: a segment begins where it differs from the one before */
} LwkSegments;

/* A scan that begins anew with each segment. */
typedef struct LwkSegmentedScanDescriptor {
    LwkType type;
    LwkOp op;
    bool exclusive; /* the first element of a segment gets the identity */
    LwkSegments segments;
    uint64_t max_count;
    LwkTuning tuning; /* workgroup_size, items, groups */
} LwkSegmentedScanDescriptor;

/* Types, operations and order of sums as scan's. Bits are a 32nd of the flags' traffic, but those
 * who write them have to put 32 elements' together; flags and keys are written by anyone. */
LwkStatus lwk_segmented_scan_create(LwkContext *context,
                                    const LwkSegmentedScanDescriptor *descriptor, LwkPlan **plan);
LwkStatus lwk_segmented_scan_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary,
                                    LwkSlice src, LwkSlice segments, LwkSlice dst, uint64_t count);

/* ---- select, partition ---- */

typedef enum LwkTest {
    LWK_LESS,
    LWK_LESS_EQUAL,
    LWK_GREATER,
    LWK_GREATER_EQUAL,
    LWK_EQUAL,
    LWK_NOT_EQUAL,
    LWK_FLAGGED /* a flag beside the element is not 0 */
} LwkTest;

/* The elements that pass a test against an operand, in their order. Of any type (f16 on devices
 * with the feature). */
typedef struct LwkSelectDescriptor {
    LwkType type;
    LwkTest test;
    bool partition; /* the others follow, in their order, too */
    uint64_t max_count;
    LwkTuning tuning; /* workgroup_size, items (even; 2, 4 or 8 without subgroups), groups */
} LwkSelectDescriptor;

typedef struct LwkSelectArguments {
    LwkSlice src;
    LwkSlice flags;   /* u32, one an element; only for LWK_FLAGGED */
    LwkSlice dst;     /* room for count elements; what is not written is kept */
    LwkSlice chosen;  /* u32: how many passed */
    uint32_t operand; /* the bits of a value of the type, of f16 in the lower half */
    uint64_t count;
} LwkSelectArguments;

LwkStatus lwk_select_create(LwkContext *context, const LwkSelectDescriptor *descriptor,
                            LwkPlan **plan);
LwkStatus lwk_select_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary,
                            const LwkSelectArguments *arguments);

/* ---- histogram ---- */

enum { LWK_MOST_BINS = 65536 };

/* Of f32, i32 or u32. Even bins: bin b counts the elements from lower + b w up to lower + (b + 1)
 * w, without that, where w = (upper - lower) / bins; of integers w is a whole number. (An f32 at a
 * bin's edge is counted where (v - lower) * (1 / w) in f32 says.) Ranges: bin b counts
 * levels[b] <= v < levels[b + 1]. Other elements are not counted, nor are NaNs. */
typedef struct LwkHistogramDescriptor {
    LwkType type;
    uint32_t bins; /* up to LWK_MOST_BINS */
    bool ranges;
    double lower, upper; /* of even bins */
    uint64_t max_count;
    LwkTuning tuning; /* workgroup_size, items, groups, copies */
} LwkHistogramDescriptor;

/* histogram: u32 for each bin, set by the call. levels: bins + 1 elements of the type, ascending;
 * {0} for even bins. */
LwkStatus lwk_histogram_create(LwkContext *context, const LwkHistogramDescriptor *descriptor,
                               LwkPlan **plan);
LwkStatus lwk_histogram_encode(LwkPlan *plan, LwkTarget target, LwkSlice src, LwkSlice histogram,
                               LwkSlice levels, uint64_t count);

/* ---- transpose ---- */

/* Of any type (f16 on devices with the feature). */
typedef struct LwkTransposeDescriptor {
    LwkType type;
    uint64_t max_count; /* elements of all matrices of a call */
    LwkTuning tuning;   /* workgroup_size (64 or 256), groups */
} LwkTransposeDescriptor;

/* `batch` matrices, one behind the other, of rows x columns elements, row by row, become as many of
 * columns x rows. Fastest where rows and columns are multiples of 4. */
LwkStatus lwk_transpose_create(LwkContext *context, const LwkTransposeDescriptor *descriptor,
                               LwkPlan **plan);
LwkStatus lwk_transpose_encode(LwkPlan *plan, LwkTarget target, LwkSlice src, LwkSlice dst,
                               uint32_t batch, uint32_t rows, uint32_t columns);

/* ---- radix sort ---- */

/* Keys of f32, i32 or u32, alone or with 32-bit values; stable. Floats are ordered as numbers, both
 * zeros as one, NaNs before and behind all others by their sign. Of a key, only the bits from
 * begin_bit up to end_bit, without that, are looked at: fewer bits are fewer passes. */
typedef struct LwkSortDescriptor {
    LwkType type;
    bool pairs;                  /* values go with the keys */
    bool descending;             /* still stable */
    uint32_t begin_bit, end_bit; /* end_bit 0: all 32 */
    uint64_t max_count;
    LwkTuning tuning; /* items: keys an invocation, an odd number without subgroups; groups */
} LwkSortDescriptor;

/* values and sorted_values only of pairs. */
typedef struct LwkSortArguments {
    LwkSlice keys, sorted_keys, values, sorted_values;
    uint64_t count;
} LwkSortArguments;

LwkStatus lwk_sort_create(LwkContext *context, const LwkSortDescriptor *descriptor, LwkPlan **plan);
LwkStatus lwk_sort_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary,
                          const LwkSortArguments *arguments);

/* ---- GEMM ---- */

typedef enum LwkOrder { LWK_ROW_MAJOR, LWK_COLUMN_MAJOR } LwkOrder;

/* C = alpha A B + beta C of f32, or of f16 (on devices with the feature) with sums in f32. A matrix
 * that is to be transposed is one of the other order. */
typedef struct LwkGemmDescriptor {
    LwkType type;
    LwkOrder a, b, c;
    LwkTuning tuning; /* items: 8 for blocks of 128 x 128, 4 for 64 x 64; 0: by size */
} LwkGemmDescriptor;

/* A is m x k, B k x n, C m x n. lda, ldb, ldc: elements from the beginning of a row (or column, in
 * that order) to that of the next; 0: they follow each other. Fastest where they are multiples of
 * 4. With beta 0, C is not read. With k 0, a and b still name buffers. */
typedef struct LwkGemmArguments {
    LwkSlice a, b, c;
    uint32_t m, n, k;
    uint32_t lda, ldb, ldc;
    float alpha, beta;
} LwkGemmArguments;

LwkStatus lwk_gemm_create(LwkContext *context, const LwkGemmDescriptor *descriptor, LwkPlan **plan);
LwkStatus lwk_gemm_encode(LwkPlan *plan, LwkTarget target, const LwkGemmArguments *arguments);

#ifdef __cplusplus
}
#endif

#endif
