/* refuse_call.c: calls of functions that no array function may call, and of those that the gpu
 * does not have. */
#include "refuse.h"

#include <string.h>

#include "parse/tree/ignored.h"
#include "parse/tree/twin.h"

/* Why each is refused that leaves to the next call, of the process, what this one has written. */
static const char has_state[] =
    "has hidden state: a function with a state is linked from a file of --source, and its items "
    "are computed one after the other";

/* Functions of the C library and of POSIX, by what they would do. Names that end in '*' are
 * beginnings. */
static const struct {
    const char *why;
    const char *names; /* between blanks */
} refused_calls[] = {
    {"allocates or frees memory, which a function that runs once per item must not do",
     " malloc calloc realloc reallocarray free aligned_alloc posix_memalign memalign valloc "
     "pvalloc "
     "alloca alloca_with_align strdup strndup "},
    {"reads or writes files or the terminal, which no target can do once per item",
     " printf fprintf dprintf vprintf vfprintf vdprintf printf_chk __printf_chk __fprintf_chk "
     "__vprintf_chk __vfprintf_chk puts fputs putc putchar fputc putw scanf fscanf vscanf vfscanf "
     "__isoc99_scanf __isoc99_fscanf getc getchar fgetc fgets gets ungetc getline getdelim fopen "
     "fdopen freopen fclose fflush "
     "fread fwrite fseek ftell rewind fgetpos fsetpos setbuf setvbuf perror remove rename tmpfile "
     "tmpnam open openat creat close read write pread pwrite lseek ioctl mmap munmap pipe dup dup2 "
     "popen pclose socket send recv syslog clearerr feof ferror fileno "},
    {"makes or reads text by a format, which no target can do once per item",
     " sprintf snprintf vsprintf vsnprintf asprintf vasprintf __sprintf_chk __snprintf_chk "
     "__vsprintf_chk __vsnprintf_chk sscanf vsscanf __isoc99_sscanf strftime strptime strfmon "},
    {"ends the process, which would take the caller's program with it",
     " exit _exit _Exit quick_exit abort assert trap "},
    {"sends a signal, which the whole process gets", " raise kill killpg "},
    {"leaves the process a function to call, longer than the item is there",
     " atexit at_quick_exit on_exit signal sigaction "},
    {"leaves the function by a jump across calls",
     " setjmp _setjmp __sigsetjmp sigsetjmp longjmp siglongjmp _longjmp "},
    {has_state,
     " rand srand random srandom initstate setstate drand48 lrand48 mrand48 srand48 seed48 lcong48 "
     "strtok setenv putenv unsetenv setlocale localtime gmtime mktime ctime asctime "},
    {"gives what no argument of it says", " errno arc4random* getenv localeconv "},
    {"reads or changes the floating-point environment of the thread that runs it",
     " fesetround fesetenv feupdateenv feholdexcept feclearexcept feraiseexcept fesetexceptflag "
     "feenableexcept fedisableexcept fetestexcept fegetexceptflag fegetenv fegetround "
     "fegetexcept fegetmode fesetmode fesetexcept fetestexceptflag "},
    {"asks for the time, which differs from item to item",
     " time clock clock_gettime gettimeofday timespec_get "},
    {"waits, for as long as all items together would", " sleep usleep nanosleep clock_nanosleep "},
    {"works with threads, and an array function may run on any of them",
     " pthread_* thrd_* mtx_* cnd_* tss_* call_once sem_* omp_* atomic_* __atomic_* __sync_* "
     "__c11_atomic_* c11_atomic_* sync_* "},
    {"runs another program", " system fork vfork execl execv execve execvp execlp posix_spawn* "},
};

/* Whether a name stands in a list of words; a word that ends in '*' is a beginning. */
static bool in_list(const char *list, const char *name, size_t length)
{
    for (const char *at = list + 1; *at;) {
        size_t word = strcspn(at, " ");
        bool beginning = word && at[word - 1] == '*';
        bool match = beginning ? length >= word - 1 && strncmp(at, name, word - 1) == 0
                               : word == length && strncmp(at, name, word) == 0;
        if (match)
            return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

static bool on_gpu(const char *name, bool builtin)
{
    const library_function *function = library_find(name);
    return function && function->on_gpu && (builtin || !function->builtin);
}

/* Names that macros of system headers hide. */
static const char *written_name(const char *name)
{
    static const char *const hidden[][2] = {
        {"__assert_fail", "assert"},   {"__errno_location", "errno"}, {"_setjmp", "setjmp"},
        {"__sigsetjmp", "sigsetjmp"},  {"__isoc99_scanf", "scanf"},   {"__isoc99_fscanf", "fscanf"},
        {"__isoc99_sscanf", "sscanf"},
    };
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (strcmp(name, hidden[i][0]) == 0)
            return hidden[i][1];
    return library_name(name);
}

/* Why a library function is refused; NULL if it is not. */
static const char *find_refused(const char *name)
{
    for (size_t i = 0; i < sizeof refused_calls / sizeof *refused_calls; i++)
        if (in_list(refused_calls[i].names, name, strlen(name)))
            return refused_calls[i].why;
    return NULL;
}

/* nexttoward takes a long double only to say where to go: every double will do. */
static bool takes_long_double(CXType function, const char *name)
{
    if (strncmp(name, "nexttoward", strlen("nexttoward")) == 0 && name[strlen(name) - 1] != 'l')
        return false;
    if (refuse_wide_float(clang_getResultType(function)))
        return true;
    int count = clang_getNumArgTypes(function);
    for (int i = 0; i < count; i++)
        if (refuse_wide_float(clang_getArgType(function, (unsigned)i)))
            return true;
    return false;
}

/* Whether a name is that of a function of C of long double, such as sinl; those of other libraries
 * are linked. */
static bool is_of_c(arena *memory, const char *name)
{
    const size_t length = strlen(name);
    return strcmp(name, "strtold") == 0 || strncmp(name, "nexttoward", strlen("nexttoward")) == 0 ||
           (length && name[length - 1] == 'l' &&
            library_find(arena_text(memory, name, length - 1)));
}

/* A call whose callee is no function's name. */
static void refuse_pointer_call(refusal *state, CXCursor call)
{
    refuse_gpu(state->reader, unit_cursor_location(state->reader->unit, call), 1,
               "a function is called through a pointer");
    refuse_children(state, call);
}

/* The arguments only: the name of the callee is no use of its address. */
static void visit_arguments(refusal *state, CXCursor call)
{
    int count = clang_Cursor_getNumArguments(call);
    for (int i = 0; i < count; i++)
        refuse_visit(state, clang_Cursor_getArgument(call, (unsigned)i));
}

/* A call of what has a twin on the device, whatever the host's does. */
static void refuse_twin_call(refusal *state, CXCursor call, CXCursor callee)
{
    body_reader *reader = state->reader;
    const char *name = unit_spelling(reader->unit, callee);
    if (!reader->unit->told.has_twins)
        refuse_gpu(reader, unit_cursor_location(reader->unit, call), (unsigned)strlen(name),
                   "the device twin of '%s' is not known; --device-source names the file of CUDA "
                   "C++ that has it",
                   name);
    visit_arguments(state, call);
}

void refuse_call(refusal *state, CXCursor call)
{
    body_reader *reader = state->reader;
    CXCursor callee = cursor_callee(reader->unit->memory, call);
    if (ignored_call(reader->unit, call))
        return;
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl) {
        refuse_pointer_call(state, call);
        return;
    }
    if (twin_is(reader->unit, callee)) {
        refuse_twin_call(state, call, callee);
        return;
    }
    const char *symbol = unit_spelling(reader->unit, callee), *name = written_name(symbol);
    location place = unit_cursor_location(reader->unit, call);
    unsigned length = (unsigned)strlen(name);
    CXCursor definition = unit_definition(reader->unit, callee);
    bool system = strcmp(symbol, library_name(symbol)) != 0 || unit_in_system_header(callee) ||
                  unit_is_library(reader->unit, callee);
    bool user = !clang_Cursor_isNull(definition) && !unit_in_system_header(definition);
    bool builtin = strncmp(symbol, "__builtin_", strlen("__builtin_")) == 0;
    CXType type = clang_getCursorType(callee);
    const char *why = user ? NULL : find_refused(name);
    if (why == has_state)
        body_note_state(reader, place, arena_format(reader->unit->memory, "'%s' %s", name, why));
    if (why) {
        refuse_always(reader, place, length, "'%s' %s", name, why);
        return;
    }
    if (!user && !builtin && clang_Cursor_isVariadic(callee))
        refuse_always(reader, place, length,
                      "'%s' takes a variable number of arguments, which is not supported", name);
    else if (!user && takes_long_double(type, name) && is_of_c(reader->unit->memory, name))
        refuse_always(reader, place, length,
                      "'%s' computes in long double, which differs from target to target", name);
    else if (!user && system && !on_gpu(name, builtin))
        refuse_gpu(reader, place, length, "the gpu has no '%s'", name);
    else if (!user && !system)
        refuse_gpu(reader, place, length,
                   "the source of '%s' is not known; --source names the file that defines it",
                   name);
    visit_arguments(state, call);
}
