/* Preloaded into a process under test: after so many syncs to disk, every further one fails. A disk that fails a sync may
 * have dropped what was written; that it says so later, when asked again, is not to be counted on. */
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
