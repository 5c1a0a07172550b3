#include "build.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_output.h"
#include "commands/arguments.h"
#include "commands/build/compile/temporary.h"
#include "commands/commands.h"
#include "commands/interrupt.h"
#include "commands/publish.h"
#include "commands/report.h"
#include "text/file.h"
#include "watch.h"

enum { KEY_ARCHITECTURES = 512, KEY_SAVE, KEY_ISA, KEY_COMPRESS };

static const struct argp_option options[] = {
    {NULL, 'o', "LIB", 0, "Write the shared library LIB", 0},
    {"cuda-architectures", KEY_ARCHITECTURES, "LIST", 0,
     "GPU architectures, such as 80,90; by default 75,80,86,89,90,100,120", 0},
    {"isa", KEY_ISA, "LIST", 0,
     "Instruction sets that cpu and parallel get kernels for: any of base, v3, v4 and native, the "
     "widest of this machine; by default all, of which a call takes the widest that its machine "
     "has",
     0},
    {"compress-images", KEY_COMPRESS, "MODE", 0,
     "How GPU code is compressed: size, balance or speed; by default balance. size takes a quarter "
     "of the bytes and half the time of ptxas again",
     0},
    {NULL, 'l', "NAME", 0, "Link with library NAME", 0},
    {NULL, 'L', "DIR", 0, "Look for libraries in DIR", 0},
    {"jobs", 'j', "N", 0, "Run up to N compilers at once; by default one per core", 0},
    {"save-temps", KEY_SAVE, "FOLDER", 0, "Keep the generated files in FOLDER", 0},
    {"verbose", 'v', NULL, 0, "Print the commands that are run", 0},
    {0},
};

static const char text[] =
    "Compiles annotated C files into one shared library, for every target that this machine has "
    "compilers for. What stands behind -- goes to the C compiler when it links. Compilers: $CC or "
    "cc; $NVCC or nvcc in PATH, $CUDA_PATH/bin or /usr/local/cuda/bin."
    "A FILE.cu of CUDA C++ by itself becomes a fatbin, for weft_module_load."
    "\vExamples:\n"
    "  weft build kernels.c -o libkernels.so\n"
    "  weft build kernels.c -o libk.so --targets=gpu --cuda-architectures=90\n"
    "  weft build stars.c -o libstars.so -lerfa -- -Wl,-rpath,/opt/lib\n"
    "  weft build mine.c -o libmine.so --source theirs.c\n"
    "  weft build raw.cu -o raw.fatbin --cuda-architectures=90\n";

static void parse_isas(build_request *request, const char *word, struct argp_state *state)
{
    text_list *isas = &request->isas;
    *isas = (text_list){0};
    text_split(request->source.memory, isas, word, ",");
    for (size_t i = 0; i < isas->count; i++)
        if (!build_is_isa(isas->items[i]))
            argp_error(state, "--isa: '%s' is none of base, v3, v4, native", isas->items[i]);
    if (!isas->count)
        argp_error(state, "--isa names no instruction set");
}

static const char *parse_compress(const char *word, struct argp_state *state)
{
    static const char *const modes[] = {"size", "balance", "speed"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(word, modes[i]) == 0)
            return modes[i];
    argp_error(state, "--compress-images: '%s' is none of size, balance, speed",
               arguments_plain(word));
    return modes[0];
}

static error_t parse(int key, char *word, struct argp_state *state)
{
    build_request *request = state->input;
    arena *memory = request->source.memory;
    long number;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->source;
        return 0;
    case ARGP_KEY_END:
        if (!request->output)
            argp_error(state, "-o LIB is missing");
        return 0;
    case 'o':
        if (request->output)
            argp_error(state, "-o is there twice; a build writes one LIB");
        request->output = word;
        return 0;
    case 'l':
    case 'L':
        text_add_format(memory, &request->link_flags, "-%c%s", key, word);
        return 0;
    case 'v':
        request->verbose = true;
        return 0;
    case 'j':
        if (!text_whole_number(word, 1, 4096, &number))
            argp_error(state, "-j: '%s' is not a number from 1 to 4096", arguments_plain(word));
        request->processes = (size_t)number;
        return 0;
    case KEY_SAVE:
        request->save_folder = word;
        return 0;
    case KEY_ISA:
        parse_isas(request, word, state);
        return 0;
    case KEY_COMPRESS:
        request->compress = parse_compress(word, state);
        return 0;
    case KEY_ARCHITECTURES:
        text_split(memory, &request->architectures, word, ",;");
        if (!request->architectures.count)
            argp_error(state, "--cuda-architectures names none");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&source_options_grammar, 0, NULL, 0}, {0}};
static const struct argp grammar = {
    options, parse, "FILE... [-- FLAG...]", text, children, NULL, NULL,
};

static bool make_folders(build *all)
{
    const char *folder = temporary_create(all->memory);
    if (!folder)
        return false;
    all->generated = arena_format(all->memory, "%s/generated", folder);
    all->work = arena_format(all->memory, "%s/work", folder);
    if (mkdir(all->generated, 0700) == 0 && mkdir(all->work, 0700) == 0)
        return true;
    report_error("cannot make folders in %s: %s", folder, strerror(errno));
    return false;
}

static bool find_compilers(build *all)
{
    const char *scratch = arena_format(all->memory, "%s/probe.log", all->work);
    unsigned wanted = all->request->source.targets;
    if (!toolchain_find_c(all->memory, scratch, &all->c) ||
        !source_options_check(&all->request->source, all->folders.include) ||
        !toolchain_check_flags(all->memory, scratch, &all->c,
                               &all->request->source.compile_flags) ||
        !build_check_isas(all))
        return false;
    if (all->request->source.debug)
        text_add(all->memory, &all->c.flags, "-g"); /* variables, too */
    all->targets = wanted ? wanted : TARGET_HOSTS;
    if (wanted && !(wanted & TARGET_GPU))
        return true;
    if (!toolchain_find_cuda(all->memory, scratch, wanted != 0, &all->cuda))
        return !wanted;
    all->targets |= TARGET_GPU;
    return build_choose_architectures(all);
}

static bool generate(build *all)
{
    const build_request *request = all->request;
    generate_options generator =
        source_options_generate(&request->source, all->generated, all->folders.include);
    generator.targets = all->targets;
    if (!generator.library)
        generator.library = build_library_name(all->memory, request->output);
    if (!generator.owner)
        generator.owner = generator.library;
    const char *later[] = {request->output, generator.depfile};
    generator.later = later;
    generator.later_count = generator.depfile ? 2 : 1;
    generator.refused = all->refused_c;
    generator.refused_count = all->refused_c_count;
    generator.undefined = all->undefined;
    generator.undefined_count = all->undefined_count;
    generator.told_count = all->told_count;
    generator.refused_files = all->refused_files;
    generator.refused_file_count = all->refused_file_count;
    generator.is_again = all->is_again;
    if (generator.depfile)
        generator.depfile = build_depfile(all);
    watch_set_cleanup(temporary_remove_unused);
    generate_result_clear(&all->made);
    if (!generate_run(&generator, &all->made))
        return false;
    if (all->is_again && !all->made.ufunc_count) {
        report_error("no function is left");
        return false;
    }
    if (all->targets != TARGET_GPU || all->made.has_gpu)
        return true;
    report_error("no function has a gpu kernel, and gpu is the only target");
    return false;
}

bool build_run_jobs(build *all, job_list *jobs)
{
    size_t processes = all->request->processes;
    cpu_set_t cores;
    if (!processes)
        processes = sched_getaffinity(0, sizeof cores, &cores) == 0 ? (size_t)CPU_COUNT(&cores) : 1;
    return jobs_run(jobs, &(job_options){.log_folder = all->work,
                                         .processes = processes,
                                         .verbose = all->request->verbose});
}

/* What is written never takes the place of a source. */
static bool check_source(build *all, const char *source)
{
    const build_request *request = all->request;
    const char *folder = request->save_folder, *depfile = request->source.depfile;
    if (file_is_same(request->output, source))
        report_error("-o %s is a source file", request->output);
    else if (depfile && file_is_same(depfile, source))
        report_error("--depfile=%s is a source file", depfile);
    else if (folder && file_is_same(folder, text_folder(all->memory, source)))
        report_error("--save-temps=%s is the folder of %s, which could be written over", folder,
                     source);
    else
        return true;
    return false;
}

/* What is written are files, and different ones: said before anything is built. */
static bool check_output(build *all)
{
    const build_request *request = all->request;
    const char *depfile = request->source.depfile;
    const text_list *lists[] = {&request->source.files, &request->source.sources,
                                &request->source.device_sources};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lists[k]->count; i++)
            if (!check_source(all, lists[k]->items[i]))
                return false;
    for (size_t i = 0; i < request->link_flags.count; i++)
        if (strcmp(request->link_flags.items[i], "-static") == 0) {
            report_error("-static: what is built is a shared library; leave it out");
            return false;
        }
    if (!publish_check(all->memory, request->output) ||
        (depfile && !publish_check(all->memory, depfile)))
        return false;
    if (depfile && file_would_be_same(all->memory, depfile, request->output)) {
        report_error("-o and --depfile cannot both be %s", depfile);
        return false;
    }
    return true;
}

/* Everything, but for the kernels that nvcc refuses. */
static bool compile(build *all, const char **library)
{
    all->jobs = (job_list){.memory = all->memory};
    all->objects = (text_list){0};
    build_add_kernels(all);
    if ((all->targets & TARGET_GPU) && !build_add_images(all))
        return false;
    *library = build_add_link(all);
    if (!build_run_jobs(all, &all->jobs))
        return false;
    if (access(*library, F_OK) == 0)
        return true;
    report_error("%s ran without an error, but made no library; is it a C compiler?",
                 all->c.command.items[0]);
    return false;
}

void build_note_told(build *all)
{
    all->told_count = all->undefined_count;
    for (size_t i = 0; i < all->refused_c_count; i++) {
        all->refused_c[i].is_told = true;
        all->refused_c[i].is_linked_told |= all->refused_c[i].is_linked;
    }
}

/* Once more for what the C compiler refuses or nothing defines, which is left out: till nothing is
 * missed that is linked. */
static bool generate_again(build *all)
{
    bool done;
    do {
        all->is_again = true;
        done = generate(all);
        build_note_told(all);
    } while (done && !interrupt_came() && build_find_undefined(all));
    return done;
}

/* What is refused as it is carried is refused as it is linked, too, where nothing else is to blame.
 */
static bool leave_linked(build *all)
{
    bool any = false;
    for (size_t i = 0; i < all->refused_c_count; i++) {
        refused_ufunc *refused = &all->refused_c[i];
        any |= !refused->is_linked;
        refused->is_linked = true;
    }
    return any;
}

/* Finds out why it failed, and leaves that out; whether to try once more. */
static bool mend(build *all)
{
    const job *failed = jobs_find_failed(&all->jobs);
    if (interrupt_came() || !failed)
        return false;
    if (!failed->is_c)
        return build_find_refused(all);
    if ((!build_find_refused_c(all, false) && !leave_linked(all)) || interrupt_came())
        return false;
    all->jobs = (job_list){.memory = all->memory}; /* why it failed is said in other words */
    return generate_again(all);
}

/* Compiles and links, once more for each thing that can be left out: nvcc's kernels, functions as
 * they are carried, functions as they are linked. */
static bool compile_all(build *all, const char **library)
{
    enum { MOST_TRIES = 4 };
    bool done = compile(all, library);
    for (size_t i = 1; i < MOST_TRIES && !done && mend(all); i++)
        done = compile(all, library);
    return done;
}

/* The first of the files that is of CUDA C++; NULL where all are annotated ones. */
static const char *find_raw(const build_request *request)
{
    for (size_t i = 0; i < request->source.files.count; i++) {
        const char *name = request->source.files.items[i], *end = strrchr(name, '.');
        if (end && strcmp(end, ".cu") == 0)
            return name;
    }
    return NULL;
}

/* Kernels of the user's own, which no ufunc calls. */
static bool build_fatbin(build *all, const char *source)
{
    const build_request *request = all->request;
    if (request->source.files.count > 1) {
        report_error("%s is of CUDA C++, which is built by itself: weft build %s -o FILE.fatbin",
                     source, source);
        return false;
    }
    if (!check_output(all) || !make_folders(all))
        return false;
    const char *made = build_raw(all, source);
    return made && !interrupt_came() && publish_copy(all->memory, made, request->output, 0666);
}

static bool build_library(build *all)
{
    if (!check_output(all) || !folders_find(all->memory, &all->folders) || !make_folders(all) ||
        !find_compilers(all) || interrupt_came() || !generate(all))
        return false;
    if (build_find_undefined(all) && !generate_again(all))
        return false;
    if (interrupt_came() || ((all->targets & TARGET_GPU) && !build_link_folders(all)))
        return false;
    const char *library = NULL;
    if (!compile_all(all, &library)) {
        jobs_report_failed(&all->jobs);
        build_report_missing(all);
        return false;
    }
    return !interrupt_came() && build_publish(all, library);
}

int command_build(int argc, char **argv)
{
    arena *memory = arena_new();
    build_request request = {.source.memory = memory, .compress = "balance"};
    build all = {.memory = memory, .request = &request, .jobs.memory = memory};
    text_list behind = {0};
    argc = arguments_take_behind(memory, argc, argv, &behind);
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    text_add_all(memory, &request.link_flags, &behind);
    if (status == STATUS_DONE) {
        interrupt_hold();
        const char *raw = find_raw(&request);
        const bool done = raw ? build_fatbin(&all, raw) : build_library(&all);
        status = done ? STATUS_DONE : STATUS_FAILED;
        generate_result_clear(&all.made);
        temporary_remove();
        interrupt_release();
    }
    arena_free(memory);
    return status;
}
