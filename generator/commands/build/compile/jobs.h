/* jobs.h: the steps of a build, run side by side in the order that they depend on each other. */
#ifndef WEFT_JOBS_H
#define WEFT_JOBS_H

#include <sys/types.h>

#include "commands/text.h"

typedef enum job_state { JOB_WAITING, JOB_RUNNING, JOB_DONE, JOB_FAILED } job_state;

/* One program to run. */
typedef struct job {
    const char *name;     /* "nvcc kernels.cu sm_90", for progress and errors */
    text_list arguments;  /* the program and its arguments */
    const char *folder;   /* to run in; NULL: the current one */
    size_t *dependencies; /* numbers of jobs that must be done before */
    size_t dependency_count;
    const char *ptx; /* NULL, or a file that it makes, whose constants are gathered then */
    bool is_c;       /* of kernels for hosts, which functions of theirs may be to blame for */
    bool may_fail;   /* a failure is told by jobs_report_failed, if by anyone */
    job_state state;
    int status; /* if it failed: of waitpid */
    pid_t process;
    const char *log; /* the file that holds what it printed */
} job;

typedef struct job_list {
    arena *memory;
    job *items;
    size_t count;
} job_list;

/* Adds a job and returns its number; it is valid until the next is added. */
size_t jobs_add(job_list *list, const char *name);
/* The job `number` must wait for `earlier`, a smaller number. */
void jobs_add_dependency(job_list *list, size_t number, size_t earlier);

/* How jobs are run. */
typedef struct job_options {
    const char *log_folder; /* for what they print */
    size_t processes;       /* at most so many at once */
    bool verbose;           /* print each command */
} job_options;

/* Runs all jobs; what each printed appears when it ends. The first that fails ends the others, is
 * reported and makes this false; an interrupt likewise, without a report. */
bool jobs_run(job_list *list, const job_options *options);
/* The job that failed and may fail, NULL if there is none. */
const job *jobs_find_failed(const job_list *list);
/* Reports it, with what it printed. */
void jobs_report_failed(const job_list *list);

#endif
