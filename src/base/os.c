#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool read_all(int fd, char *p, uint64_t size) {
    while (size) {
        ssize_t n = read(fd, p, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        if (n == 0) {
            errno = EIO; /* the file shrank */
            return false;
        }
        p += n;
        size -= (uint64_t)n;
    }
    return true;
}

/* Pipes and the like have no size: they are read in growing pieces. */
static bool read_stream(Arena *a, int fd, uint64_t most, Str *contents) {
    StrBuf b = {.arena = a};
    char piece[65536];
    for (;;) {
        ssize_t n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        if (n == 0)
            break;
        if (b.len + (uint64_t)n > most) {
            errno = EFBIG;
            return false;
        }
        strbuf_add(&b, (Str){piece, (uint32_t)n});
    }
    strbuf_add(&b, STR(""));
    *contents = strbuf_str(&b);
    return true;
}

bool os_read_file(Arena *a, const char *path, uint64_t most, Str *contents, const char **error) {
    if (most > UINT32_MAX - 1)
        most = UINT32_MAX - 1;
    int fd = strcmp(path, "-") == 0 ? dup(0) : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        *error = strerror(errno);
        return false;
    }
    struct stat st;
    bool ok = fstat(fd, &st) == 0;
    if (ok && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        ok = false;
    } else if (ok && S_ISREG(st.st_mode)) {
        if ((uint64_t)st.st_size > most) {
            errno = EFBIG;
            ok = false;
        } else {
            char *p = arena_alloc(a, (size_t)st.st_size + 1, 16);
            ok = read_all(fd, p, (uint64_t)st.st_size);
            *contents = (Str){p, (uint32_t)st.st_size};
        }
    } else if (ok) {
        ok = read_stream(a, fd, most, contents);
    }
    if (!ok)
        *error = strerror(errno);
    close(fd);
    return ok;
}

static bool write_all(int fd, const char *p, uint64_t size) {
    while (size) {
        ssize_t n = write(fd, p, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        size -= (uint64_t)n;
    }
    return true;
}

/* The mode that a new file gets, or the one that the file that is replaced has. */
static mode_t mode_for(bool exists, const struct stat *st) {
    if (exists)
        return st->st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* A file on its way to its place. */
typedef struct Output {
    char *path; /* what a link leads to is replaced, not the link */
    char *temporary;
    int fd; /* of the temporary file, or, when that is in_place, of the file itself */
    bool in_place, exists;
    struct stat st;
} Output;

static bool output_open(Output *o, const char *path) {
    *o = (Output){.path = realpath(path, NULL), .fd = -1};
    if (!o->path)
        o->path = strdup(path);
    size_t n = o->path ? strlen(o->path) : 0;
    o->temporary = o->path ? malloc(n + 8) : NULL;
    if (!o->temporary) {
        errno = ENOMEM;
        return false;
    }
    memcpy(o->temporary, o->path, n);
    memcpy(o->temporary + n, ".XXXXXX", 8);
    o->exists = stat(o->path, &o->st) == 0;
    /* A device or pipe (/dev/stdout, say) cannot be replaced: it is written to as it stands. */
    o->in_place = o->exists && !S_ISREG(o->st.st_mode);
    o->fd = o->in_place ? open(o->path, O_WRONLY | O_CLOEXEC) : mkstemp(o->temporary);
    return o->fd >= 0;
}

/* Puts it in its place, when all went well; leaves nothing otherwise. */
static bool output_close(Output *o, bool ok, const char **error) {
    if (ok && !o->in_place)
        ok = fchmod(o->fd, mode_for(o->exists, &o->st)) == 0;
    if (o->fd >= 0 && close(o->fd) != 0)
        ok = false;
    if (ok && !o->in_place)
        ok = rename(o->temporary, o->path) == 0;
    if (!ok && error)
        *error = strerror(errno);
    if (!ok && o->fd >= 0 && !o->in_place)
        unlink(o->temporary);
    free(o->temporary);
    free(o->path);
    return ok;
}

bool os_write_file(const char *path, const void *data, uint64_t size, const char **error) {
    Output o;
    bool ok = output_open(&o, path) && write_all(o.fd, data, size);
    return output_close(&o, ok, error);
}

bool os_can_write_file(const char *path, const char **error) {
    Output o;
    bool ok = output_open(&o, path);
    if (!ok)
        *error = strerror(errno);
    output_close(&o, false, NULL);
    return ok;
}

bool os_is_folder(const char *path, bool follow_links) {
    struct stat st;
    return (follow_links ? stat : lstat)(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool os_is_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Copies the names of a folder to `to`, each with a zero byte behind it, as far as they fit in
 * `size` bytes; counts them and their bytes. */
static bool read_names(const char *path, char *to, size_t size, uint32_t *count, size_t *bytes) {
    DIR *d = opendir(path);
    if (!d)
        return false;
    *count = 0;
    *bytes = 0;
    for (struct dirent *e = readdir(d); e; e = readdir(d)) {
        size_t n = strlen(e->d_name) + 1;
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
            (to && *bytes + n > size))
            continue;
        if (to)
            memcpy(to + *bytes, e->d_name, n);
        *bytes += n;
        ++*count;
    }
    closedir(d);
    return true;
}

Str *os_list_folder(Arena *a, const char *path, uint32_t *count, const char **error) {
    /* Once to measure and once to copy: the arena may jump, and must not leave the folder open. */
    size_t size;
    char *names = NULL;
    bool ok = read_names(path, NULL, 0, count, &size);
    if (ok) {
        names = arena_alloc(a, size + 1, 1);
        ok = read_names(path, names, size, count, &size);
    }
    if (!ok) {
        *error = strerror(errno);
        return NULL;
    }
    Str *list = arena_array(a, Str, *count + 1);
    for (uint32_t i = 0; i < *count; i++) {
        list[i] = str_from_c(names);
        names += list[i].len + 1;
    }
    return list;
}

uint64_t os_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t os_processor_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint32_t os_cpu_count(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (uint32_t)n;
}

static int stream_fd(OsStream s) {
    return s == OS_STDOUT ? 1 : 2;
}

bool os_is_terminal(OsStream s) {
    return isatty(stream_fd(s)) == 1;
}

uint32_t os_terminal_columns(OsStream s) {
    struct winsize w;
    return ioctl(stream_fd(s), TIOCGWINSZ, &w) == 0 ? w.ws_col : 0;
}

static void *map(size_t size) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* At a multiple of the size of large pages: more is mapped, and both ends are given back. */
static void *map_large(size_t size) {
    uint8_t *p = size <= SIZE_MAX - OS_LARGE_PAGE ? map(size + OS_LARGE_PAGE) : NULL;
    if (!p)
        return NULL;
    size_t before = (OS_LARGE_PAGE - (uintptr_t)p % OS_LARGE_PAGE) % OS_LARGE_PAGE;
    if (before)
        munmap(p, before);
    munmap(p + before + size, OS_LARGE_PAGE - before);
#ifdef MADV_HUGEPAGE
    madvise(p + before, size, MADV_HUGEPAGE); /* no matter if they cannot be had */
#endif
    return p + before;
}

void *os_map(uint64_t size) {
    if (size > SIZE_MAX)
        return NULL;
    return size >= OS_LARGE_PAGE && size % OS_LARGE_PAGE == 0 ? map_large((size_t)size)
                                                              : map(size ? (size_t)size : 1);
}

void os_unmap(void *p, uint64_t size) {
    if (p)
        munmap(p, size ? size : 1);
}

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number) {
    (void)signal_number;
    if (interrupted)
        _exit(130);
    interrupted = 1;
}

static void nothing(int signal_number) {
    (void)signal_number;
}

/* A handler that does nothing, unlike SIG_IGN, is not handed on to programs that are started. */
void os_catch_signals(void) {
    struct sigaction interrupt = {.sa_handler = on_interrupt}, too_large = {.sa_handler = nothing};
    sigemptyset(&interrupt.sa_mask);
    sigemptyset(&too_large.sa_mask);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGXFSZ, &too_large, NULL);
}

bool os_interrupted(void) {
    return interrupted != 0;
}
