/* The only door to the operating system: files, time, terminal, processor. */
#ifndef LW_BASE_OS_H
#define LW_BASE_OS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* Reads a whole file into the arena, with a zero byte behind it. False, and the reason in `error`
 * (a string that lives for ever), when it cannot; `most` bounds the size in bytes. */
bool os_read_file(Arena *a, const char *path, uint64_t most, Str *contents, const char **error);

/* Writes a whole file or nothing: to a temporary name beside it, then renamed. A file that is there
 * keeps its mode, and a link stays a link. */
bool os_write_file(const char *path, const void *data, uint64_t size, const char **error);
/* Whether that can be done, as far as can be told before; leaves nothing behind. */
bool os_can_write_file(const char *path, const char **error);

bool os_is_folder(const char *path, bool follow_links);
/* Are both there, and one file? */
bool os_is_same_file(const char *a, const char *b);
/* The names in a folder, without "." and "..", in no order; NULL with the reason in `error` when it
 * cannot be read. `count` gets their number. */
Str *os_list_folder(Arena *a, const char *path, uint32_t *count, const char **error);

/* Nanoseconds of a clock that never steps back. */
uint64_t os_now_ns(void);
uint64_t os_processor_ns(void); /* that all threads of this process have used */
uint32_t os_cpu_count(void);

typedef enum OsStream { OS_STDOUT, OS_STDERR } OsStream;
bool os_is_terminal(OsStream s);
uint32_t os_terminal_columns(OsStream s); /* 0 when unknown */

/* Zeroed pages; NULL when they cannot be had. */
/* Multiples of OS_LARGE_PAGE get large pages, where the system has some. */
enum { OS_LARGE_PAGE = 2 << 20 };
void *os_map(uint64_t size);
void os_unmap(void *p, uint64_t size);

/* ---- os_process.c ---- */

long long os_process_id(void);
/* The path of the running program; empty when unknown. */
Str os_program_path(Arena *a);
bool os_is_file(const char *path);

/* A small file that was not there before. */
typedef enum OsCreated { OS_CREATED, OS_EXISTS, OS_FAILED } OsCreated;
OsCreated os_create_file(const char *path, const void *data, uint64_t size, const char **error);
/* True when it is there already. */
bool os_make_folder(const char *path, const char **error);
/* A new folder among the system's temporary ones; NULL when there can be none. */
char *os_temporary_folder(Arena *a, const char **error);
/* A symbolic link. */
bool os_link(const char *target, const char *path, const char **error);
/* With what is in it, a few levels deep. */
void os_remove_folder(const char *path);

/* How a program ended. */
typedef struct OsEnd {
    bool by_signal;
    int code;         /* the exit code, or the signal's number and */
    const char *name; /* its name, a string of the system's */
    bool not_found;   /* when it did not start */
} OsEnd;
/* Runs a program, found as a shell finds it, to its end; argv[0] is its name and the arrays end in
 * NULL. `environment` are "NAME=value" strings that are set for it. Signals from the terminal are
 * left to the program meanwhile. False when it could not be started. */
bool os_run(char *const *argv, char *const *environment, OsEnd *end, const char **error);

/* After the first call, SIGINT sets a flag instead of ending the process; a second one ends it. A
 * file that grows past the process's limit is an error of the write, not the end. */
void os_catch_signals(void);
bool os_interrupted(void);

#endif
