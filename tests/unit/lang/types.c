/* Types: interned, named and laid out as WGSL's tables say. */
#include "lang/type.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct Fixture {
    Arena arena;
    TypeTable types;
} Fixture;

static Fixture fixture;

static int setup(void **state) {
    arena_init(&fixture.arena);
    types_init(&fixture.types, &fixture.arena);
    *state = &fixture.types;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(&fixture.arena);
    return 0;
}

static void assert_name(const Type *t, const char *name) {
    if (!str_is(t->name, name))
        fail_msg("'%.*s' should be '%s'", STR_ARG(t->name), name);
}

static void equal_types_are_one(void **state) {
    TypeTable *t = *state;
    assert_ptr_equal(type_vector(t, t->f32, 3), type_vector(t, t->f32, 3));
    assert_ptr_not_equal(type_vector(t, t->f32, 3), type_vector(t, t->f32, 4));
    assert_ptr_not_equal(type_vector(t, t->f32, 3), type_vector(t, t->i32, 3));
    assert_ptr_equal(type_array(t, type_matrix(t, t->f16, 2, 4), 7),
                     type_array(t, type_matrix(t, t->f16, 2, 4), 7));
    assert_ptr_not_equal(type_matrix(t, t->f32, 2, 3), type_matrix(t, t->f32, 3, 2));
    assert_ptr_not_equal(type_array(t, t->u32, 4), type_array_runtime(t, t->u32));
    int a, b;
    const Type *x = type_array_override(t, t->u32, &a, STR("n"));
    assert_ptr_equal(x, type_array_override(t, t->u32, &a, STR("n")));
    assert_ptr_not_equal(x, type_array_override(t, t->u32, &b, STR("n")));
    assert_ptr_not_equal(type_pointer(t, SPACE_STORAGE, t->u32, ACCESS_READ),
                         type_pointer(t, SPACE_STORAGE, t->u32, ACCESS_READ_WRITE));
    assert_ptr_not_equal(type_pointer(t, SPACE_PRIVATE, t->u32, ACCESS_READ_WRITE),
                         type_reference(t, SPACE_PRIVATE, t->u32, ACCESS_READ_WRITE));
}

static void names(void **state) {
    TypeTable *t = *state;
    assert_name(type_array(t, type_vector(t, t->f32, 3), 4), "array<vec3<f32>, 4>");
    assert_name(type_array_runtime(t, type_atomic(t, t->u32)), "array<atomic<u32>>");
    assert_name(type_array_override(t, t->u32, t, STR("N * 2")), "array<u32, N * 2>");
    assert_name(type_matrix(t, t->f16, 4, 2), "mat4x2<f16>");
    assert_name(type_pointer(t, SPACE_WORKGROUP, t->i32, ACCESS_READ_WRITE),
                "ptr<workgroup, i32, read_write>");
    assert_name(type_texture(t, TEXTURE_SAMPLED, TEXTURE_2D_ARRAY, t->f32, 0, ACCESS_NONE),
                "texture_2d_array<f32>");
    assert_name(type_texture(t, TEXTURE_STORAGE, TEXTURE_3D, NULL, 1, ACCESS_WRITE),
                "texture_storage_3d<rgba8snorm, write>");
    assert_name(type_texture(t, TEXTURE_DEPTH, TEXTURE_MULTISAMPLED_2D, NULL, 0, ACCESS_NONE),
                "texture_depth_multisampled_2d");
    assert_name(type_texture(t, TEXTURE_SAMPLED, TEXTURE_EXTERNAL, NULL, 0, ACCESS_NONE),
                "texture_external");
}

static void assert_layout(const Type *t, uint32_t align, uint64_t size) {
    if (t->align != align || t->size != size)
        fail_msg("%.*s: align %u, size %llu", STR_ARG(t->name), t->align,
                 (unsigned long long)t->size);
}

static void layout_of_plain_types(void **state) {
    TypeTable *t = *state;
    assert_layout(t->f16, 2, 2);
    assert_layout(type_vector(t, t->f32, 2), 8, 8);
    assert_layout(type_vector(t, t->f32, 3), 16, 12);
    assert_layout(type_vector(t, t->f16, 3), 8, 6);
    assert_layout(type_vector(t, t->f16, 4), 8, 8);
    assert_layout(type_matrix(t, t->f32, 2, 2), 8, 16);
    assert_layout(type_matrix(t, t->f32, 3, 2), 8, 24);
    assert_layout(type_matrix(t, t->f32, 4, 3), 16, 64);
    assert_layout(type_matrix(t, t->f16, 3, 3), 8, 24);
    assert_layout(type_atomic(t, t->i32), 4, 4);
    assert_layout(type_array(t, type_vector(t, t->f32, 3), 5), 16, 80);
    assert_layout(type_array(t, t->f16, 5), 2, 10);
    const Type *runtime = type_array_runtime(t, type_vector(t, t->f32, 3));
    assert_layout(runtime, 16, 16);
    assert_int_equal(runtime->stride, 16);
    assert_layout(type_array_override(t, t->u32, t, STR("n")), 4, 0);
}

static StructMember member(const char *name, const Type *type) {
    return (StructMember){
        .name = str_from_c(name), .type = type, .align = type->align, .size = type->size};
}

/* The example of the specification's chapter on layout, and one with attributes. */
static void layout_of_structs(void **state) {
    TypeTable *t = *state;
    StructMember a[] = {
        member("u", t->f32),
        member("v", t->f32),
        member("w", type_vector(t, t->f32, 2)),
        member("x", t->f32),
    };
    const Type *A = type_struct(t, STR("A"), a, 4, NULL);
    assert_layout(A, 8, 24);
    StructMember b[] = {
        member("a", type_vector(t, t->f32, 2)),
        member("b", type_vector(t, t->f32, 3)),
        member("c", t->f32),
        member("d", t->f32),
        member("e", A),
        member("f", type_vector(t, t->f32, 3)),
        member("g", type_array(t, A, 3)),
        member("h", t->i32),
    };
    const Type *B = type_struct(t, STR("B"), b, 8, NULL);
    static const uint64_t offset[] = {0, 16, 28, 32, 40, 64, 80, 152};
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(B->structure->member[i].offset, offset[i]);
    assert_layout(B, 16, 160);
    StructMember c[] = {member("a", t->f32), member("b", t->f32)};
    c[0].size = 20;
    c[1].align = 32;
    assert_layout(type_struct(t, STR("C"), c, 2, NULL), 32, 64);
}

static void sizes_do_not_wrap_around(void **state) {
    TypeTable *t = *state;
    const Type *large = t->u32;
    for (int i = 0; i < 4; i++)
        large = type_array(t, large, UINT32_MAX);
    assert_true(large->size == UINT64_MAX);
    assert_true(large->stride == UINT32_MAX);
    StructMember m[] = {member("a", large), member("b", large)};
    assert_true(type_struct(t, STR("S"), m, 2, NULL)->size == UINT64_MAX);
}

static void questions(void **state) {
    TypeTable *t = *state;
    const Type *atomic = type_atomic(t, t->u32);
    const Type *runtime = type_array_runtime(t, t->u32);
    const Type *sized = type_array_override(t, t->u32, t, STR("n"));
    StructMember m[] = {member("a", t->bool_type), member("b", atomic)};
    const Type *mixed = type_struct(t, STR("S"), m, 2, NULL);
    assert_true(type_is_constructible(type_array(t, type_vector(t, t->bool_type, 3), 2)));
    assert_false(type_is_constructible(atomic));
    assert_false(type_is_constructible(runtime));
    assert_false(type_is_constructible(sized));
    assert_false(type_is_constructible(mixed));
    assert_true(type_contains_atomic(type_array(t, mixed, 2)));
    assert_true(type_is_host_shareable(runtime));
    assert_false(type_is_host_shareable(type_vector(t, t->bool_type, 2)));
    assert_false(type_is_host_shareable(mixed));
    assert_true(type_has_fixed_footprint(sized));
    assert_false(type_has_creation_fixed_footprint(sized));
    assert_false(type_has_fixed_footprint(runtime));
    assert_true(type_is_storable(t->sampler));
    assert_false(type_is_storable(t->abstract_int));
    assert_true(type_is_abstract(type_array(t, type_vector(t, t->abstract_int, 2), 2)));
    assert_int_equal(type_array(t, type_array(t, type_matrix(t, t->f32, 2, 2), 2), 2)->depth, 4);
    assert_int_equal(mixed->depth, 1);
}

static void other_components(void **state) {
    TypeTable *t = *state;
    const Type *abstract = type_array(t, type_vector(t, t->abstract_int, 3), 2);
    assert_name(type_with_component(t, abstract, t->u32), "array<vec3<u32>, 2>");
    assert_ptr_equal(type_component(type_matrix(t, t->f32, 2, 3)), t->f32);
    assert_ptr_equal(type_unref(type_reference(t, SPACE_PRIVATE, t->i32, ACCESS_READ_WRITE)),
                     t->i32);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equal_types_are_one, setup, teardown),
        cmocka_unit_test_setup_teardown(names, setup, teardown),
        cmocka_unit_test_setup_teardown(layout_of_plain_types, setup, teardown),
        cmocka_unit_test_setup_teardown(layout_of_structs, setup, teardown),
        cmocka_unit_test_setup_teardown(sizes_do_not_wrap_around, setup, teardown),
        cmocka_unit_test_setup_teardown(questions, setup, teardown),
        cmocka_unit_test_setup_teardown(other_components, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
