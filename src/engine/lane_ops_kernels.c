/* The hot loops of one instruction set, LANE_ISA: CMakeLists.txt compiles this file once for each.
 * Everything is static but the table at the end. The parts are one job each, in the order in which
 * they build on each other. */
#include "engine/lane_ops_isa.h"
#include "engine/lane_ops_simd.h"

/* clang-format off */
#include "engine/lane_ops_alu.inc"
#include "engine/lane_ops_math.inc"
#include "engine/lane_ops_alu16.inc"
#include "engine/lane_ops_registers.inc"
#include "engine/lane_ops_memory.inc"
#include "engine/lane_ops_pattern.inc"
#include "engine/lane_ops_atomic.inc"
#include "engine/lane_ops_subgroup.inc"
/* clang-format on */

#define ENTRY1(op, name) [OP_##op] = {alu_##name##_vv},
#define ENTRY2(op, name) [OP_##op] = {alu_##name##_vv, alu_##name##_vs, alu_##name##_sv},
#define ROUND1(op, name) [OP_##op] = {alu16_##name##_vv},
#define ROUND2(op, name) [OP_##op] = {alu16_##name##_vv, alu16_##name##_vs, alu16_##name##_sv},
#define TABLE_OF(isa)    lane_ops_##isa
#define TABLE_NAME(isa)  TABLE_OF(isa)
#define STRING_OF(isa)   #isa
#define STRING_NAME(isa) STRING_OF(isa)

const LaneOps TABLE_NAME(LANE_ISA) = {
    .name = STRING_NAME(LANE_ISA),
    .alu = {SEM_OPS1(ENTRY1) SEM_OPS2(ENTRY2) SEM_OPS3(ENTRY1) SEM_OPS4(ENTRY1)},
    .alu16 = {ALU16_ROUNDED1(ROUND1) ALU16_ROUNDED2(ROUND2) ALU16_EXACT1(ENTRY1)
                  ALU16_EXACT2(ENTRY2)[OP_FFMA] = {alu_ffma_f16_vv}},
    .splat = reg_splat,
    .iota = reg_iota,
    .copy = reg_copy,
    .merge = reg_merge,
    .merge_scalar = reg_merge_scalar,
    .and_not = reg_and_not,
    .any = reg_any,
    .all = reg_all,
    .to_bits = reg_to_bits,
    .from_bits = reg_from_bits,
    .address = reg_address,
    .is_affine = reg_is_affine,
    .load32 = mem_load32,
    .store32 = mem_store32,
    .load16 = mem_load16,
    .store16 = mem_store16,
    .pattern = mem_pattern,
    .load_runs = mem_load_runs,
    .load_repeats = mem_load_repeats,
    .store_runs = mem_store_runs,
    .load_private = mem_load_private,
    .store_private = mem_store_private,
    .atomic = mem_atomic,
    .subgroup = sub_group,
};
