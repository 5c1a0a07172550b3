/* inject.c: runs a program and lets one of its system calls fail, or interrupts it there:
 *   inject REPORT KIND N ERRNO PROGRAM ARGUMENT…     the N-th call of the kind fails with the number
 *   inject REPORT KIND N -SIGNAL PROGRAM ARGUMENT…   the signal arrives before it
 * Only the program itself is meant, not what it starts. REPORT becomes the number of calls of the kind;
 * the exit status is the program's, 128 + the signal that ended it, or 77 where this cannot be done. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#if !defined(__x86_64__)
int main(void)
{
    return 77;
}
#else

enum { SKIPPED = 77, MOST_CALLS = 12 };

/* System calls that fail alike; ended by -1. No numbers: any. */
static const struct {
    const char *name;
    int calls[MOST_CALLS];
} kinds[] = {
    {"any", {-1}},
    {"read", {SYS_read, SYS_pread64, SYS_readv, SYS_getdents64, -1}},
    {"write", {SYS_write, SYS_pwrite64, SYS_writev, SYS_copy_file_range, SYS_sendfile, SYS_ftruncate,
               SYS_fallocate, -1}},
    {"sync", {SYS_fsync, SYS_fdatasync, -1}},
    {"rename", {SYS_rename, SYS_renameat, SYS_renameat2, -1}},
    {"open", {SYS_open, SYS_openat, SYS_creat, -1}},
    {"close", {SYS_close, -1}},
    {"folder", {SYS_mkdir, SYS_mkdirat, -1}},
    {"mode", {SYS_chmod, SYS_fchmod, SYS_fchmodat, -1}},
    {"status", {SYS_stat, SYS_fstat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_access, -1}},
    {"process", {SYS_fork, SYS_vfork, SYS_clone, SYS_clone3, -1}},
};

/* What is to happen. */
typedef struct plan {
    const int *calls;
    long n, count;
    int number; /* errno, or less than 0: a signal */
} plan;

static int is_meant(const plan *what, long call)
{
    if (what->calls[0] < 0)
        return 1;
    for (const int *one = what->calls; *one >= 0; one++)
        if (*one == call)
            return 1;
    return 0;
}

/* At the entry of a call: whether it is to fail. */
static int enter(plan *what, pid_t child)
{
    struct user_regs_struct registers;
    ptrace(PTRACE_GETREGS, child, 0, &registers);
    if (!is_meant(what, (long)registers.orig_rax) || ++what->count != what->n)
        return 0;
    if (what->number < 0) {
        kill(child, -what->number);
        return 0;
    }
    registers.orig_rax = (unsigned long long)-1; /* no such call: nothing happens */
    ptrace(PTRACE_SETREGS, child, 0, &registers);
    return 1;
}

static void leave(const plan *what, pid_t child)
{
    struct user_regs_struct registers;
    ptrace(PTRACE_GETREGS, child, 0, &registers);
    registers.rax = (unsigned long long)-(long long)what->number;
    ptrace(PTRACE_SETREGS, child, 0, &registers);
}

/* Follows the child to its end; its exit status. */
static int follow(plan *what, pid_t child)
{
    int status, inside = 0, fails = 0, signal_number = 0;
    for (;;) {
        if (ptrace(PTRACE_SYSCALL, child, 0, (long)signal_number) != 0 && errno != ESRCH)
            return SKIPPED;
        if (waitpid(child, &status, 0) != child)
            return SKIPPED;
        signal_number = 0;
        if (WIFEXITED(status))
            return WEXITSTATUS(status);
        if (WIFSIGNALED(status))
            return 128 + WTERMSIG(status);
        if (WSTOPSIG(status) != (SIGTRAP | 0x80)) {
            signal_number = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
            continue;
        }
        inside = !inside;
        if (inside)
            fails = enter(what, child);
        else if (fails)
            leave(what, child);
        fails = inside && fails;
    }
}

static int start(char **arguments)
{
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0)
        return SKIPPED;
    raise(SIGSTOP);
    execvp(arguments[0], arguments);
    return 127;
}

int main(int argc, char **argv)
{
    plan what = {0};
    int status;
    if (argc < 6)
        return SKIPPED;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(argv[2], kinds[k].name) == 0)
            what.calls = kinds[k].calls;
    what.n = atol(argv[3]);
    what.number = atoi(argv[4]);
    pid_t child = what.calls ? fork() : -1;
    if (child == 0)
        _exit(start(argv + 5));
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status) ||
        ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL) != 0)
        return SKIPPED;
    status = follow(&what, child);
    FILE *report = fopen(argv[1], "w");
    if (!report || fprintf(report, "%ld\n", what.count) < 0 || fclose(report) != 0)
        return SKIPPED;
    return status;
}
#endif
