/* The only door to the operating system: files, time, terminal, processor. */
#ifndef LW_BASE_OS_H
#define LW_BASE_OS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* Reads a whole file into the arena, with a zero byte behind it. False, and the reason in `error`
 * (a string that lives for ever), when it cannot; `most` bounds the size in bytes. */
bool os_read_file(Arena *a, const char *path, uint64_t most, Str *contents, const char **error);

/* Writes a whole file or nothing: to a temporary name beside it, then renamed. */
bool os_write_file(const char *path, const void *data, uint64_t size, const char **error);

bool os_is_folder(const char *path, bool follow_links);
/* The names in a folder, without "." and "..", in no order; NULL with the reason in `error` when it
 * cannot be read. `count` gets their number. */
Str *os_list_folder(Arena *a, const char *path, uint32_t *count, const char **error);

/* Nanoseconds of a clock that never steps back. */
uint64_t os_now_ns(void);
uint32_t os_cpu_count(void);

typedef enum OsStream { OS_STDOUT, OS_STDERR } OsStream;
bool os_is_terminal(OsStream s);
uint32_t os_terminal_columns(OsStream s); /* 0 when unknown */

/* Zeroed pages; NULL when they cannot be had. */
void *os_map(uint64_t size);
void os_unmap(void *p, uint64_t size);

/* After the first call, SIGINT sets a flag instead of ending the process; a second one ends it. */
void os_catch_interrupt(void);
bool os_interrupted(void);

#endif
