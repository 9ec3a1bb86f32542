/* `lanewise run`: runs a shader and shows or saves its buffers. */
#include <jansson.h>
#include <stdio.h>

#include "cli/prints.h"
#include "cli/verb.h"

static void print_buffer(const RunBuffer *b) {
    enum { MOST = 16 };
    ScalarType t = b->has_scalar ? b->scalar : SCALAR_U32;
    uint64_t n = b->bytes / scalar_bytes(t);
    printf("%u:%u %.*s, %llu x %s:", b->group, b->binding, STR_ARG(b->name), (unsigned long long)n,
           scalar_name(t));
    for (uint64_t i = 0; i < n && i < MOST; i++)
        printf(" %.*g", scalar_digits(t), buffer_element(b->after, t, i));
    printf("%s\n", n > MOST ? " ..." : "");
}

static json_t *run_json(const Spec *s, RunResult *r) {
    json_t *o = json_object(), *buffers = json_array();
    for (uint32_t i = 0; i < r->buffers.len; i++) {
        const RunBuffer *b = &r->buffers.at[i];
        if (!b->writable)
            continue;
        ScalarType t = b->has_scalar ? b->scalar : SCALAR_U32;
        json_t *one = json_object(), *values = json_array();
        for (uint64_t k = 0; k < b->bytes / scalar_bytes(t); k++) {
            double v = buffer_element(b->after, t, k);
            bool whole = t == SCALAR_I32 || t == SCALAR_U32;
            json_t *value = whole ? json_integer((json_int_t)v) : json_real(v);
            json_array_append_new(values, value ? value : json_null()); /* JSON has no NaN */
        }
        json_object_set_new(one, "group", json_integer(b->group));
        json_object_set_new(one, "binding", json_integer(b->binding));
        json_object_set_new(one, "name", json_stringn_nocheck(b->name.at, b->name.len));
        json_object_set_new(one, "type", json_string(scalar_name(t)));
        json_object_set_new(one, "values", values);
        json_array_append_new(buffers, one);
    }
    json_object_set_new(o, "lanewise", json_string(lw_version()));
    json_object_set_new(o, "shader", json_stringn_nocheck(s->shader.at, s->shader.len));
    json_object_set_new(o, "subgroup_size", json_integer(r->subgroup_size));
    json_object_set_new(o, "compile_ns", json_integer((json_int_t)r->compile_ns));
    json_object_set_new(o, "median_ns", json_integer((json_int_t)run_median_ns(r)));
    json_object_set_new(o, "buffers", buffers);
    json_object_set_new(o, "prints", prints_json(prints_of(r)));
    return o;
}

static void print_prints(Program *p, const Spec *s, const RunResult *r) {
    StrBuf out = {.arena = p->arena};
    strbuf_add(&out, STR(""));
    prints_text(&out, s->shader, prints_of(r));
    printf("%.*s", STR_ARG(strbuf_str(&out)));
}

int verb_run(Program *p) {
    if (p->options.files.len > 1) {
        complain("run takes one file; lanewise test takes several");
        return EXIT_USAGE;
    }
    Spec s;
    Str source;
    if (!program_read_spec(p, p->options.files.at[0], &s, &source))
        return EXIT_USAGE;
    RunOptions o = program_run_options(p, p->options.repeat ? LW_OBSERVE_NONE : LW_OBSERVE_PRINT);
    json_t *all = json_array();
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < spec_size_count(&s) && code == EXIT_DONE; i++) {
        RunResult r;
        run_spec(p->arena, &s, source, &o, spec_size_at(&s, i), &r);
        code = r.exit_code;
        if (p->options.format == FORMAT_TEXT)
            print_prints(p, &s, &r);
        if (code == EXIT_DONE && !program_dump_buffers(p, &s, &r))
            code = EXIT_USAGE;
        if (code == EXIT_DONE) {
            Verdict v = program_check_values(p, &s, &r);
            if (p->options.format == FORMAT_JSON) {
                json_array_append_new(all, run_json(&s, &r));
            } else {
                if (s.subgroup_sizes.len > 1)
                    printf("subgroups of %u\n", r.subgroup_size);
                for (uint32_t k = 0; k < r.buffers.len; k++)
                    if (r.buffers.at[k].writable)
                        print_buffer(&r.buffers.at[k]);
                program_print_times(stdout, &o, &r);
            }
            code = program_fail_on(p, &r, &v);
        }
        run_free(&r);
    }
    if (p->options.format == FORMAT_JSON && json_array_size(all)) {
        json_dumpf(json_array_size(all) > 1 ? all : json_array_get(all, 0), stdout,
                   JSON_INDENT(2) | JSON_REAL_PRECISION(9));
        putchar('\n');
    }
    json_decref(all);
    return code;
}
