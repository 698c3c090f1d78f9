/* Preloaded into a process under test, as its environment says:
 * TAPIS_TEST_GOOD_SYNCS: after so many syncs to disk, every further one fails. A disk that fails a sync may have dropped
 * what was written; that it says so later, when asked again, is not to be counted on.
 * TAPIS_TEST_NO_SPACE: nothing can be written to a file. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long done;

static int sync_with(long call, int file) {
    const char *good = getenv("TAPIS_TEST_GOOD_SYNCS");
    if (good && atomic_fetch_add(&done, 1) >= atol(good)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(call, file);
}

int fsync(int file) { return sync_with(SYS_fsync, file); }

int fdatasync(int file) { return sync_with(SYS_fdatasync, file); }

static int is_full(int file) {
    if (file <= STDERR_FILENO || !getenv("TAPIS_TEST_NO_SPACE")) return 0;
    errno = ENOSPC;
    return 1;
}

ssize_t write(int file, const void *bytes, size_t length) {
    return is_full(file) ? -1 : syscall(SYS_write, file, bytes, length);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    return is_full(file) ? -1 : syscall(SYS_pwrite64, file, bytes, length, at);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) { return pwrite64(file, bytes, length, at); }
