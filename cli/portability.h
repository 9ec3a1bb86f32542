/* `lanewise check --report portability`: what a shader needs of a device, against WebGPU's defaults
 * and what the native interfaces below it promise, and the memory layout of what the host fills. */
#ifndef LW_CLI_PORTABILITY_H
#define LW_CLI_PORTABILITY_H

#include "cli/program.h"

/* Of every file of the options; an exit code. With --fail-on: note or warning fails where a limit
 * is over WebGPU's default, note also where an extension is needed. */
int portability_report(Program *p);

#endif
