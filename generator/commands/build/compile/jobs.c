#include "jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "commands/interrupt.h"
#include "commands/report.h"
#include "process.h"
#include "ptx_constants.h"
#include "text/file.h"

/* Where a run of jobs stands. */
typedef struct progress {
    job_list *list;
    const job_options *options;
    size_t started, running, done;
    bool failed;
} progress;

size_t jobs_add(job_list *list, const char *name)
{
    *ARENA_PUSH(list->memory, list->items, list->count) = (job){.name = name};
    return list->count - 1;
}

void jobs_add_dependency(job_list *list, size_t number, size_t earlier)
{
    job *item = &list->items[number];
    *ARENA_PUSH(list->memory, item->dependencies, item->dependency_count) = earlier;
}

static bool is_ready(const job_list *list, const job *item)
{
    if (item->state != JOB_WAITING)
        return false;
    for (size_t i = 0; i < item->dependency_count; i++)
        if (list->items[item->dependencies[i]].state != JOB_DONE)
            return false;
    return true;
}

static void start(progress *now, size_t number)
{
    job *item = &now->list->items[number];
    arena *memory = now->list->memory;
    report_progress(++now->started, now->list->count, "%s", item->name);
    if (now->options->verbose) {
        report_progress_end();
        text_print_command(stderr, &item->arguments);
    }
    item->log = arena_format(memory, "%s/%zu.log", now->options->log_folder, number);
    int error = process_start(memory, &item->arguments, item->folder, item->log, &item->process);
    if (error) {
        report_error("%s: cannot run %s: %s", item->name, item->arguments.items[0],
                     strerror(error));
        now->failed = true;
        return;
    }
    item->state = JOB_RUNNING;
    now->running++;
}

static void print_log(arena *memory, const job *item)
{
    size_t size = 0;
    const char *text = file_read(memory, item->log, &size);
    if (!text || !size)
        return;
    report_progress_end();
    fwrite(text, 1, size, stderr);
}

static void report_failure(arena *memory, const job *item)
{
    print_log(memory, item);
    if (WIFSIGNALED(item->status))
        report_error("%s: ended by signal %d (%s)", item->name, WTERMSIG(item->status),
                     strsignal(WTERMSIG(item->status)));
    else
        report_error("%s: failed with exit status %d", item->name, WEXITSTATUS(item->status));
}

const job *jobs_find_failed(const job_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].state == JOB_FAILED && list->items[i].may_fail)
            return &list->items[i];
    return NULL;
}

void jobs_report_failed(const job_list *list)
{
    const job *failed = jobs_find_failed(list);
    if (failed)
        report_failure(list->memory, failed);
}

static void finish(progress *now, job *item, int status)
{
    item->state = JOB_DONE;
    item->status = status;
    now->running--;
    now->done++;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        print_log(now->list->memory, item);
        now->failed |= item->ptx && !ptx_gather_constants(now->list->memory, item->ptx);
        return;
    }
    now->failed = true;
    item->state = JOB_FAILED;
    if (!item->may_fail)
        report_failure(now->list->memory, item);
}

static void start_ready(progress *now)
{
    for (size_t i = 0; i < now->list->count && now->running < now->options->processes; i++)
        if (!now->failed && is_ready(now->list, &now->list->items[i]))
            start(now, i);
}

static void finish_ended(progress *now)
{
    for (size_t i = 0; i < now->list->count; i++) {
        int status;
        job *item = &now->list->items[i];
        if (!now->failed && item->state == JOB_RUNNING &&
            waitpid(item->process, &status, WNOHANG) == item->process)
            finish(now, item, status);
    }
}

/* Kills what still runs, and its children, and waits until none of them can write files any
 * more. */
static void end_all(progress *now)
{
    for (size_t i = 0; i < now->list->count; i++)
        if (now->list->items[i].state == JOB_RUNNING)
            kill(-now->list->items[i].process, SIGKILL);
    while (now->running && (waitpid(-1, NULL, 0) > 0 || errno == EINTR))
        ;
}

bool jobs_run(job_list *list, const job_options *options)
{
    progress now = {.list = list, .options = options};
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* so that children of killed compilers can be waited for */
    while (now.done < list->count && !now.failed && !interrupt_came()) {
        start_ready(&now);
        if (now.failed)
            break;
        interrupt_wait();
        finish_ended(&now);
    }
    end_all(&now);
    report_progress_end();
    return now.done == list->count && !now.failed;
}
