/* Bugs in Lanewise itself: never for bad input, which is answered with a diagnostic. */
#ifndef LW_BASE_BUG_H
#define LW_BASE_BUG_H

/* Prints file, line and a message to standard error, then exits with code 70. */
_Noreturn void lw_bug(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define LW_BUG(...)  lw_bug(__FILE__, __LINE__, __VA_ARGS__)
#define LW_ASSERT(x) ((x) ? (void)0 : LW_BUG("assertion failed: %s", #x))

#endif
