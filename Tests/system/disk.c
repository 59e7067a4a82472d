// disk.c: a disk that fails or is slow when a test says so, for LD_PRELOAD.
//
// DISK_FOLDER is where it does so, DISK_PLAN a file that the test and every call look at: calls
// that change something are counted, and those with numbers in [from, to) fail with an error, or end
// the process before they do anything. Locks and sockets are left alone.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

struct plan {
  _Atomic int64_t count;
  _Atomic int64_t from, to;
  // 0: the process is killed.
  _Atomic int64_t error;
  // Microseconds that each of these calls takes besides.
  _Atomic int64_t delay;
};

static struct plan *plan;
static char folder[PATH_MAX];

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("DISK_PLAN"), *where = getenv("DISK_FOLDER");
  if (!path || !where || !realpath(where, folder)) return;
  int file = open(path, O_RDWR | O_CLOEXEC);
  void *page = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (page != MAP_FAILED) plan = page;
}

static int is_ours(const char *path) {
  size_t length = strlen(path), lock = strlen(".lock");
  if (!plan || strncmp(path, folder, strlen(folder)) != 0) return 0;
  return length < lock || strcmp(path + length - lock, ".lock") != 0;
}

// Counts a call; whether it must fail, with errno set.
static int fails(const char *path) {
  if (!is_ours(path)) return 0;
  int64_t number = atomic_fetch_add(&plan->count, 1);
  int64_t delay = atomic_load(&plan->delay);
  if (delay > 0) usleep(delay);
  if (number < atomic_load(&plan->from) || number >= atomic_load(&plan->to)) return 0;
  errno = atomic_load(&plan->error);
  if (errno == 0) kill(getpid(), SIGKILL);
  return 1;
}

static int file_fails(int file) {
  char link[32], path[PATH_MAX];
  int before = errno;
  if (!plan) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = before;
  if (length < 0) return 0;
  path[length] = 0;
  return fails(path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                            \
  int name(const char *path, int flags, ...) {                                \
    va_list rest;                                                             \
    va_start(rest, flags);                                                    \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                 \
    va_end(rest);                                                             \
    if (flags & (O_WRONLY | O_RDWR | O_CREAT) && fails(path)) return -1;      \
    return REAL(name)(path, flags, mode);                                     \
  }

OPEN(open)
OPEN(open64)

#define WITH_FILE(type, name, parameters, ...)                                \
  type name parameters {                                                      \
    if (file_fails(file)) return -1;                                          \
    return REAL(name)(__VA_ARGS__);                                           \
  }

WITH_FILE(ssize_t, write, (int file, const void *bytes, size_t count), file, bytes, count)
WITH_FILE(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at),
          file, bytes, count, at)
WITH_FILE(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at),
          file, bytes, count, at)
WITH_FILE(int, fsync, (int file), file)
WITH_FILE(int, fdatasync, (int file), file)
WITH_FILE(int, ftruncate64, (int file, off64_t size), file, size)
WITH_FILE(int, fchmod, (int file, mode_t mode), file, mode)

#define WITH_PATH(name, parameters, ...)                                      \
  int name parameters {                                                       \
    if (fails(path)) return -1;                                               \
    return REAL(name)(__VA_ARGS__);                                           \
  }

WITH_PATH(unlink, (const char *path), path)
WITH_PATH(mkdir, (const char *path, mode_t mode), path, mode)
WITH_PATH(rename, (const char *path, const char *to), path, to)
