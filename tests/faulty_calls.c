/* System calls that fail: loaded before the C library, this lets the call of a number, among those that concern a
   folder, fail with an error, or write only half of what it was given. See tests/io_faults.py. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char folder[4096];
static long calls, failing = -1;
static int error, for_good;

/* From now on count the calls that concern a folder, and let that of a number, from 0, fail: with an error's number, or
   with 0 by writing half. With no number below 0; with ``lasting``, all that follow fail as well. */
void faulty_arm(const char *where, long number, int with, int lasting) {
    snprintf(folder, sizeof folder, "%s", where);
    calls = 0, failing = number, error = with, for_good = lasting;
}

long faulty_calls(void) { return calls; }

static int inside(const char *path) { return folder[0] && path && !strncmp(path, folder, strlen(folder)); }

static int of_folder(int fd) {
    char link[64], path[4096];
    int before = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = folder[0] ? readlink(link, path, sizeof path - 1) : -1;
    errno = before;
    if (size < 0) return 0;
    path[size] = 0;
    return inside(path);
}

static int hit(void) {
    long number = __atomic_fetch_add(&calls, 1, __ATOMIC_SEQ_CST);
    return failing >= 0 && (for_good ? number >= failing : number == failing);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL_IF(concerned) if (error && (concerned) && hit()) { errno = error; return -1; }

/* calls that may write less than they were given */
#define WRITES(name, parameters, ...)                                                   \
    ssize_t name parameters {                                                           \
        if (of_folder(fd) && hit()) {                                                   \
            if (error) { errno = error; return -1; }                                    \
            if (size > 1) size /= 2;                                                    \
        }                                                                               \
        return REAL(name)(__VA_ARGS__);                                                 \
    }
WRITES(write, (int fd, const void *data, size_t size), fd, data, size)
WRITES(pwrite, (int fd, const void *data, size_t size, off_t at), fd, data, size, at)
WRITES(pwrite64, (int fd, const void *data, size_t size, off64_t at), fd, data, size, at)

/* calls on an open file, done or failed; those that take no space do not fail for want of it */
#define DOES(type, name, spared, parameters, ...)                                       \
    type name parameters { FAIL_IF(error != spared && of_folder(fd)) return REAL(name)(__VA_ARGS__); }
DOES(ssize_t, read, ENOSPC, (int fd, void *data, size_t size), fd, data, size)
DOES(ssize_t, pread, ENOSPC, (int fd, void *data, size_t size, off_t at), fd, data, size, at)
DOES(ssize_t, pread64, ENOSPC, (int fd, void *data, size_t size, off64_t at), fd, data, size, at)
DOES(int, fsync, 0, (int fd), fd)
DOES(int, fdatasync, 0, (int fd), fd)
DOES(int, ftruncate, 0, (int fd, off_t size), fd, size)
DOES(int, ftruncate64, 0, (int fd, off64_t size), fd, size)
DOES(int, fchmod, ENOSPC, (int fd, mode_t mode), fd, mode)
DOES(int, flock, ENOSPC, (int fd, int how), fd, how)

int close(int fd) { /* the descriptor is gone, whatever is returned */
    int fails = error && error != ENOSPC && of_folder(fd) && hit();
    int result = REAL(close)(fd);
    if (!fails) return result;
    errno = error;
    return -1;
}

/* calls on names */
#define NAMES(name, spared, path, parameters, ...)                                      \
    int name parameters { FAIL_IF(error != spared && inside(path)) return REAL(name)(__VA_ARGS__); }
NAMES(rename, 0, from, (const char *from, const char *to), from, to)
NAMES(unlink, ENOSPC, path, (const char *path), path)
NAMES(link, 0, to, (const char *from, const char *to), from, to)

int linkat(int from_fd, const char *from, int fd, const char *to, int flags) {
    FAIL_IF(inside(to) || of_folder(fd)) return REAL(linkat)(from_fd, from, fd, to, flags);
}

#define OPENS(name)                                                                     \
    int name(const char *path, int flags, ...) {                                        \
        va_list rest;                                                                   \
        va_start(rest, flags);                                                          \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;         \
        va_end(rest);                                                                   \
        FAIL_IF(flags & (O_WRONLY | O_RDWR | O_CREAT | O_DIRECTORY) && inside(path))    \
        return REAL(name)(path, flags, mode);                                           \
    }
OPENS(open)
OPENS(open64)
