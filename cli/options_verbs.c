#include "cli/options_internal.h"

const VerbInfo option_verbs[VERB_COUNT] = {
    [VERB_VALIDATE] =
        {"validate", "validate FILE...", "check shaders without running them", TAKES_FILES,
         "text json github",
         "Reads WGSL, or what .run files name, and prints errors and warnings. Exit code 3 when a\n"
         "shader is rejected.\n"
         "\nExamples:\n"
         "  lanewise validate shader.wgsl\n"
         "  lanewise validate --format json src/*.wgsl\n"
         "  lanewise validate --format github src/*.wgsl    (annotations in GitHub Actions)\n"},
    [VERB_RUN] =
        {"run", "run FILE [options]", "run a shader and show or save its buffers",
         TAKES_FILES | TAKES_RUN_OPTIONS, "text json",
         "Runs a .wgsl or .run file. What to run stands in //! lines of the file or in options,\n"
         "which win (docs/formats.md). Expectations in the file are checked and reported.\n"
         "Comments in the shader that print are read, and are comments everywhere else:\n"
         "  // lanewise-print(\"row %u: {}\", row, v)\n"
         "\nExamples:\n"
         "  lanewise run shader.wgsl --dispatch 64 --bind '0:0=iota f32 4096' --dump 0:1=out.npy\n"
         "  lanewise run scan.wgsl --pass 'scan_tiles 128 ; scan_sums 1' --subgroup-size all\n"
         "  lanewise run blur.wgsl --bind '0:0=texture rgba8unorm 64x64 file in.npy' \\\n"
         "      --bind '0:1=sampler linear repeat'\n"},
    [VERB_PROFILE] =
        {"profile", "profile FILE... [options]",
         "run a shader and show what it asks of the hardware",
         TAKES_FILES | TAKES_RUN_OPTIONS | TAKES_PAGE_OPTIONS, "text json",
         "Counts bank conflicts, memory sectors, divergence and atomics, line by line, and says\n"
         "which padding would cure a conflict. With several files, a table beside each other.\n"
         "--html writes a page that shows the banks, to open in a browser: it needs no network.\n"
         "--compare shows what got better and what worse from A to B: two shaders, or one with an\n"
         "option given twice, first as it is for A, then for B. Options given once are for both.\n"
         "--fail-on-worse has it end with 1 where B is worse in a total.\n"
         "\nExamples:\n"
         "  lanewise profile kernels/transpose_16_pad0.wgsl\n"
         "  lanewise profile kernels/transpose_16_*.wgsl\n"
         "  lanewise profile shader.wgsl --hardware amd --subgroup-size 64 --format json\n"
         "  lanewise profile shader.wgsl --html report.html\n"
         "  lanewise profile --compare before.wgsl after.wgsl --fail-on-worse workgroup_conflicts\n"
         "  lanewise profile shader.wgsl --compare --set PAD=0 --set PAD=2\n"},
    [VERB_CHECK] =
        {"check", "check FILE... [options]",
         "run a shader and find races, accesses out of bounds, ...",
         TAKES_FILES | TAKES_RUN_OPTIONS | TAKES_CHECK_OPTIONS, "text json sarif github",
         "Runs shaders under the correctness rules (lanewise explain lists them). With several\n"
         "subgroup sizes, their results are compared as well. Exit code 1 when something of the\n"
         "severity of --fail-on (default warning) or above was found. A finding that is meant is\n"
         "silenced by --ignore or in the source, on its line or the line before:\n"
         "  // lanewise-ignore: data-race all lanes store the same value\n"
         "\nExamples:\n"
         "  lanewise check shader.wgsl --dispatch 64\n"
         "  lanewise check kernels/*.wgsl --subgroup-size all\n"
         "  lanewise check shader.wgsl --schedules 20 --ignore order-dependent-atomics\n"
         "  lanewise check shader.wgsl --report portability\n"
         "  lanewise check shaders/*.wgsl --format sarif --fail-on error > lanewise.sarif\n"
         "  lanewise check shaders/*.wgsl --format github    (annotations in GitHub Actions)\n"},
    [VERB_TEST] =
        {"test", "test FILE|FOLDER...", "run shaders and check their expectations",
         TAKES_FILES | TAKES_RUN_OPTIONS | TAKES_CHECK_OPTIONS, "tap junit",
         "Runs each file at each of its subgroup sizes and checks every expect line. Of a folder,\n"
         "all .wgsl and .run files below it that expect something. Prints TAP (or JUnit's XML);\n"
         "exit code 1 when one failed.\n"
         "\nExamples:\n"
         "  lanewise test kernels/*.wgsl\n"
         "  lanewise test shaders --subgroup-size all\n"
         "  lanewise test shaders --format junit > results.xml\n"},
    [VERB_BANKS] =
        {"banks", "banks [options]", "bank conflicts of addresses, without a shader",
         TAKES_BANKS_OPTIONS, "text json",
         "Draws who meets whom in the banks of workgroup memory. Without a pattern: a table of\n"
         "strides.\n"
         "\nExamples:\n"
         "  lanewise banks\n"
         "  lanewise banks --stride 2\n"
         "  lanewise banks --matrix 16x16 --pad 1\n"
         "  lanewise banks --stride 4 --width 16 --op store --hardware amd\n"
         "  lanewise banks --trace addresses.tsv --space workgroup\n"},
    [VERB_BENCH] =
        {"bench", "bench [FILE...] [options]", "time shaders and the library's primitives",
         TAKES_RUN_OPTIONS | TAKES_BENCH_OPTIONS, "text json markdown",
         "Times shaders with run directives, or a preset's cases, on the engine or on the device "
         "of\n"
         "another webgpu.h library: many runs a submit between time stamps, clocks warm. Rates "
         "are\n"
         "held against a copy and a chain of multiply-adds on the same device. A shader says what "
         "a\n"
         "run does in a line: //! work bytes=N operations=N items=N. On the engine the counters\n"
         "that the hardware model predicts are printed beside.\n"
         "Presets: device (a copy, multiply-adds), matmul (one CPU thread, naive, tiled, "
         "blocked),\n"
         "reduction (three ways), primitives, h200 (those at 2^26 elements).\n"
         "\nExamples:\n"
         "  lanewise bench --preset matmul --plot matmul.svg\n"
         "  lanewise bench a.wgsl b.wgsl --device ./libwebgpu_dawn.so --plot bench.svg\n"
         "  lanewise bench --preset primitives --tune tuning.txt\n"
         "  lanewise bench --preset device --device ./libwebgpu_dawn.so --format json\n"},
    [VERB_EXPLAIN] =
        {"explain", "explain [RULE...]", "what a rule or a code means, and its cure", 0,
         "text markdown",
         "Explains every name that the other verbs print in brackets: rules, with an example,\n"
         "and codes of diagnostics. Without a name, the list of them.\n"
         "\nExamples:\n"
         "  lanewise explain\n"
         "  lanewise explain data-race\n"
         "  lanewise explain type-mismatch\n"},
    [VERB_EXEC] =
        {"exec", "exec [options] -- PROGRAM...", "run a program with Lanewise as its WebGPU",
         TAKES_PROGRAM, "text json sarif",
         "Runs a native program that uses webgpu.h with Lanewise in the place of its library "
         "(Dawn,\n"
         "wgpu-native) and reports what its dispatches did, by pipeline and source line. The\n"
         "program's exit code is kept (128 + N when signal N ended it) unless --fail-on is given\n"
         "and something was found (1), or no device was made (2). docs/webgpu.md says more.\n"
         "\nExamples:\n"
         "  lanewise exec --check -- ./program input.bin\n"
         "  lanewise exec --profile --hardware amd -- ./program\n"
         "  lanewise exec --check --fail-on warning --format sarif -o out.sarif -- ./tests\n"},
    [VERB_FIX] =
        {"fix", "fix FILE [options]", "edit a shader to cure conflicts, races, bounds",
         TAKES_FILES | TAKES_RUN_OPTIONS | TAKES_FIX_OPTIONS, "text json",
         "Looks for edits that cure what a run shows, proves each by running the edited shader "
         "(the\n"
         "same outputs, fewer passes or a finding gone, no new finding) and prints a diff; what "
         "it\n"
         "cannot cure it explains. Kinds, in the order in which they are tried: barrier,\n"
         "bounds-guard, read-only, pad, swizzle; atomic-aggregate is only suggested until --apply\n"
         "names it. Lines that begin with # are for people: patch skips them. docs/fix.md says "
         "what\n"
         "is proven. Exit code 0 whether there was something to do or not; 3 when the shader is\n"
         "rejected, 4 when a limit was hit.\n"
         "\nExamples:\n"
         "  lanewise fix kernels/transpose_16_pad0.wgsl\n"
         "  lanewise fix shader.wgsl --dispatch 64 --subgroup-size 8,32 --write\n"
         "  lanewise fix shader.wgsl --only pad,swizzle --hardware amd --output fixed.wgsl\n"
         "  lanewise fix shader.wgsl -q | patch -p0\n"
         "  lanewise fix shader.wgsl --format json\n"},
};

void options_print_usage(FILE *f) {
    fputs("usage: lanewise VERB [options]\n\n"
          "Runs, checks and profiles WebGPU compute shaders (WGSL) without a GPU.\n\n",
          f);
    for (int i = 0; i < VERB_COUNT; i++)
        fprintf(f, "  %-28s %s\n", option_verbs[i].usage, option_verbs[i].about);
    fputs(
        "\n  lanewise help VERB           options and examples of a verb, as lanewise VERB --help\n"
        "  lanewise --version           the version\n"
        "\nExit codes: 0 done; 1 check found something, test had a failure, or --fail-on says "
        "so;\n"
        "2 bad usage or unreadable file; 3 shader rejected; 4 a limit or budget was hit; 70 a "
        "bug in Lanewise.\n",
        f);
}
