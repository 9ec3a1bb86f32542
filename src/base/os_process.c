/* Processes, and the files and folders that pass between them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/os.h"

long long os_process_id(void) {
    return (long long)getpid();
}

OsCreated os_create_file(const char *path, const void *data, uint64_t size, const char **error) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        *error = strerror(errno);
        return errno == EEXIST ? OS_EXISTS : OS_FAILED;
    }
    bool ok = write(fd, data, (size_t)size) == (ssize_t)size;
    if (close(fd) != 0 || !ok) {
        *error = strerror(ok ? errno : EIO);
        unlink(path);
        return OS_FAILED;
    }
    return OS_CREATED;
}

bool os_make_folder(const char *path, const char **error) {
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && os_is_folder(path, true)))
        return true;
    *error = strerror(errno);
    return false;
}

char *os_temporary_folder(Arena *a, const char **error) {
    const char *parent = getenv("TMPDIR");
    Str path = str_format(a, "%s/lanewise.XXXXXX", parent && *parent ? parent : "/tmp");
    char *made = mkdtemp((char *)(uintptr_t)path.at);
    if (!made)
        *error = strerror(errno);
    return made;
}

bool os_link(const char *target, const char *path, const char **error) {
    if (symlink(target, path) == 0)
        return true;
    *error = strerror(errno);
    return false;
}

static void remove_entries(int folder, int depth);

static void remove_entry(int folder, const char *name, int depth) {
    if (unlinkat(folder, name, 0) == 0 || depth == 0)
        return;
    int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0)
        return;
    remove_entries(inner, depth - 1);
    unlinkat(folder, name, AT_REMOVEDIR);
}

/* Takes over the descriptor. */
static void remove_entries(int folder, int depth) {
    DIR *d = fdopendir(folder);
    if (!d) {
        close(folder);
        return;
    }
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            remove_entry(dirfd(d), e->d_name, depth);
    closedir(d);
}

void os_remove_folder(const char *path) {
    enum { DEPTH = 4 };
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    remove_entries(fd, DEPTH);
    rmdir(path);
}

Str os_program_path(Arena *a) {
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    return n > 0 && (size_t)n < sizeof path ? str_copy(a, (Str){path, (uint32_t)n}) : (Str){"", 0};
}

bool os_is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* ---- running a program ---- */

static void set_signal(int number, void (*handler)(int), struct sigaction *old) {
    struct sigaction sa = {.sa_handler = handler};
    sigemptyset(&sa.sa_mask);
    sigaction(number, &sa, old);
}

/* In the child. `report` gets the reason when there is nothing to run. */
static void become(char *const *argv, char *const *environment, int report) {
    for (; *environment; environment++)
        putenv(*environment);
    execvp(argv[0], argv);
    int why = errno;
    ssize_t told = write(report, &why, sizeof why);
    _exit(told == sizeof why ? 127 : 126);
}

/* While a program runs this process stays, to report: signals from the terminal reach the program
 * as well, and those sent to this process alone are handed on. */
static const int shared_signals[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
enum { SHARED_SIGNALS = sizeof shared_signals / sizeof shared_signals[0] };

static volatile sig_atomic_t running;

static void hand_on(int number) {
    if (running > 0)
        kill((pid_t)running, number);
}

/* Signals are handed on for as long as the child's number is its own. */
static bool wait_for(pid_t child, OsEnd *end) {
    int status;
    siginfo_t ended;
    while (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) != 0)
        if (errno != EINTR)
            return false;
    running = 0;
    if (waitpid(child, &status, 0) != child)
        return false;
    end->by_signal = WIFSIGNALED(status);
    end->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    end->name = end->by_signal ? strsignal(end->code) : "";
    return true;
}

/* Starts it. Signals wait meanwhile: one that comes before the child's number is known would be
 * lost. */
static pid_t start(char *const *argv, char *const *environment, const struct sigaction *old,
                   int report) {
    sigset_t shared, before;
    sigemptyset(&shared);
    for (int i = 0; i < SHARED_SIGNALS; i++)
        sigaddset(&shared, shared_signals[i]);
    sigprocmask(SIG_BLOCK, &shared, &before);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < SHARED_SIGNALS; i++)
            sigaction(shared_signals[i], &old[i], NULL);
        sigprocmask(SIG_SETMASK, &before, NULL);
        become(argv, environment, report);
    }
    running = child;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return child;
}

bool os_run(char *const *argv, char *const *environment, OsEnd *end, const char **error) {
    struct sigaction old[SHARED_SIGNALS];
    int pipes[2], why = 0;
    if (pipe2(pipes, O_CLOEXEC) != 0) {
        *error = strerror(errno);
        return false;
    }
    for (int i = 0; i < SHARED_SIGNALS; i++)
        set_signal(shared_signals[i], i < 2 ? SIG_IGN : hand_on, &old[i]);
    pid_t child = start(argv, environment, old, pipes[1]);
    why = child < 0 ? errno : 0;
    close(pipes[1]);
    while (child > 0 && read(pipes[0], &why, sizeof why) < 0 && errno == EINTR)
        continue;
    close(pipes[0]);
    bool ok = child > 0 && wait_for(child, end) && !why;
    running = 0;
    for (int i = 0; i < SHARED_SIGNALS; i++)
        sigaction(shared_signals[i], &old[i], NULL);
    end->not_found = why == ENOENT;
    if (!ok)
        *error = strerror(why ? why : ECHILD);
    return ok;
}
