/* WGSL text to a program that runs, for tests. */
#ifndef LW_TEST_ENGINE_RUN_SHADER_H
#define LW_TEST_ENGINE_RUN_SHADER_H

#include "engine/engine.h"

typedef struct Shader {
    Arena arena;
    Source source;
    IrModule *ir;
    EngineProgram *program;
    EngineBinding binding[4];
    EngineDispatch dispatch; /* fill in what is not usual */
} Shader;

/* Compiles the only entry point, without optimising; a null program fails the test. */
void shader_compile(Shader *s, const char *text, EngineOptions options);
/* Binding i of group 0: `words` zeroed words, freed with the shader. */
uint32_t *shader_bind(Shader *s, uint32_t i, uint32_t words);
EngineResult shader_run(Shader *s, uint32_t groups);
void shader_free(Shader *s);
/* The line of a site in the text. */
uint32_t shader_line(Shader *s, uint32_t site);

#endif
