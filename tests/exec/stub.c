/* Stands for the WebGPU library that a program was built with: every function ends the program, so
 * that only a program that got another library works. */
#include <stdio.h>
#include <stdlib.h>

#define PROC(name)                                                                                 \
    void name(void);                                                                               \
    void name(void) {                                                                              \
        fputs(#name ": this is the program's own library\n", stderr);                              \
        exit(99);                                                                                  \
    }
#include "api/procs.def"
