/* build.h: what the parts of `weft build` share. */
#ifndef WEFT_BUILD_H
#define WEFT_BUILD_H

#include <weft/kernel.h>

#include "commands/build/compile/jobs.h"
#include "commands/build/compile/toolchain.h"
#include "commands/folders.h"
#include "pipeline/generate.h"
#include "source_options.h"

/* What `weft build` was asked for. */
typedef struct build_request {
    source_options source;
    const char *output;      /* -o */
    const char *save_folder; /* --save-temps, or NULL */
    text_list link_flags;    /* -l, -L and what stands behind -- */
    text_list architectures; /* --cuda-architectures */
    text_list isas;          /* --isa; none: all */
    const char *compress;    /* --compress-images: a mode of fatbinary's */
    size_t processes;
    bool verbose;
} build_request;

/* One build. */
typedef struct build {
    arena *memory;
    const build_request *request;
    const char *generated; /* folder that the generator writes; absolute */
    const char *work;      /* folder of everything else; both lie in the private folder */
    unsigned targets;      /* that are built */
    tool_folders folders;
    c_toolchain c;
    cuda_toolchain cuda;
    text_list architectures; /* of GPUs */
    generate_result made;
    text_list user_folders;   /* of the user's -I and -isystem, as nvcc gets them */
    text_list refused;        /* macros of ufuncs whose kernels nvcc refuses: WEFT_REFUSED_add */
    refused_ufunc *refused_c; /* ufuncs that the C compiler refuses */
    size_t refused_c_count;
    undefined_symbol *undefined;
    size_t undefined_count, told_count;     /* the first were told of */
    text_list linked_paths, linked_objects; /* --source files that were compiled as they stand */
    size_t linked_tries;                    /* to do so */
    refused_file *refused_files;            /* those that were not taken */
    size_t refused_file_count;
    bool is_again; /* the files are generated anew, without these */
    job_list jobs;
    text_list objects; /* absolute; what is linked */
} build;

/* Adds the jobs that compile the C code of every stem, and library.c. */
void build_add_kernels(build *all);
/* Sets architectures: those that were asked for, else those usual ones that nvcc knows. Reports and
 * returns false if nvcc does not know one. */
bool build_choose_architectures(build *all);
/* Makes the links through which nvcc finds folders. Reports and returns false on failure. */
bool build_link_folders(build *all);
/* Adds the jobs that compile the GPU code of every stem that has any. Reports and returns false if
 * the folder cannot be prepared for them. */
bool build_add_images(build *all);
/* Compiles a file of CUDA C++ by itself to a fatbin, whose path it returns; NULL, and reported, on
 * failure. */
const char *build_raw(build *all, const char *source);
/* Where nvcc or ptxas has failed: finds the ufuncs whose kernels it refuses, says so in warnings
 * and adds their macros to `refused`. False if it has not failed for them, or if gpu was asked for
 * by name and no ufunc is left; that is reported. */
bool build_find_refused(build *all);
/* Whether a word may stand in --isa. */
bool build_is_isa(const char *word);
/* The instruction sets that kernels are compiled for, by number, and how many they are; a set's
 * name, and what says so to the C compiler. */
size_t build_isas(const build *all, size_t numbers[WEFT_ISA_COUNT]);
const char *build_isa_name(size_t isa);
/* Reports and returns false where --isa asks for none that the C compiler makes code for. */
bool build_check_isas(const build *all);
void build_add_isa_flags(build *all, text_list *arguments, const char *stem, size_t isa);
/* The line of a compiler's that says what is wrong. */
const char *build_first_error(arena *memory, const char *log);
/* Finds the ufuncs whose kernels the C compiler refuses, and adds them to `refused_c`. False if it
 * finds none. only_reads: it reads them, and makes no code. */
bool build_find_refused_c(build *all, bool only_reads);
/* Notes that those were told of which the files that are generated next are made without. */
void build_note_told(build *all);
/* Compiles the --source files that are linked, ahead of all else, and notes those that are not
 * taken. */
void build_compile_linked(build *all);
/* Adds their objects, and what the linker is told of them: of their functions none that nothing
 * needs is linked, or missed. */
void build_add_linked(const build *all, text_list *arguments);
/* Finds what the generated files need and nothing that is linked can define, and adds it to
 * `undefined`; whether there is something. */
bool build_find_undefined(build *all);
/* Runs them; false where one fails or an interrupt comes. */
bool build_run_jobs(build *all, job_list *jobs);
/* Adds the job that links all objects, after all others, and returns the absolute path of the
 * library it makes. */
const char *build_add_link(build *all);
/* Where linking has failed for functions that the user's files only declare: reports them, and what
 * to add. */
void build_report_missing(const build *all);

#endif
