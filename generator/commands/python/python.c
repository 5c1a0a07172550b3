/* python.c: `weft python`: a library, and what makes it a Python package. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <weft/weft.h>

#include "commands/arguments.h"
#include "commands/commands.h"
#include "commands/publish.h"
#include "commands/report.h"
#include "package_text.h"
#include "text/file.h"

/* What `weft python` was asked for. */
typedef struct python_request {
    arena *memory;
    const char *folder;  /* -o */
    const char *library; /* a built one; NULL: the words are for `weft build` */
    text_list words;     /* for it */
} python_request;

static const char usage[] =
    "Usage: weft python FILE... -o PACKAGE [OPTION of weft build...]\n"
    "  or:  weft python LIB.so -o PACKAGE\n"
    "Makes the folder PACKAGE a Python package: a library of the annotated "
    "C files, or a copy of LIB.so,\n"
    "__init__.py with its functions, and __init__.pyi with their types. It "
    "imports weft, the Python package of\n"
    "Weft's sources: pip install . in a clone, or the wheel weft_ufuncs-*.whl "
    "of a release. The package\n"
    "index has another project under the name weft.\n"
    "\n"
    "Examples:\n"
    "  weft python kernels.c -o stars\n"
    "  python3 -c 'import stars; print(stars.hypotenuse(3.0, 4.0))'\n";

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool take_folder(python_request *request, const char *folder)
{
    if (request->folder)
        report_error("-o is there twice; one package is made");
    else if (!folder || !*folder)
        report_error("-o wants the folder of the package");
    else
        request->folder = folder;
    return request->folder == folder;
}

/* Takes -o, and a library; all other words are for `weft build`. */
static bool read_words(python_request *request, int argc, char **argv)
{
    bool is_behind = false;
    for (int i = 1; i < argc; i++) {
        is_behind = is_behind || strcmp(argv[i], "--") == 0;
        if (!is_behind && strncmp(argv[i], "-o", 2) == 0) {
            if (!take_folder(request, argv[i][2] ? argv[i] + 2 : i + 1 < argc ? argv[++i] : NULL))
                return false;
        } else if (!is_behind && argv[i][0] != '-' && ends_with(argv[i], ".so") &&
                   !request->library && !request->words.count) {
            request->library = argv[i];
        } else {
            text_add(request->memory, &request->words, argv[i]);
        }
    }
    if (!request->folder)
        report_error("-o PACKAGE is missing");
    else if (request->library && request->words.count)
        report_error("%s is a library: '%s' says how to build one", request->library,
                     request->words.items[0]);
    else if (!request->library && !request->words.count)
        report_error("FILE is missing");
    else
        return true;
    return false;
}

/* The last part of the folder's name, which is the package's. */
static const char *package_name(const python_request *request)
{
    char *name = arena_copy(request->memory, request->folder);
    size_t length = strlen(name);
    while (length > 1 && name[length - 1] == '/')
        name[--length] = 0;
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/* `weft build` of the words, into the package. */
static int build(const python_request *request, const char *library)
{
    arena *memory = request->memory;
    char **argv = arena_array(memory, request->words.count + 4, sizeof *argv);
    int argc = 0;
    argv[argc++] = arena_copy(memory, "weft python");
    argv[argc++] = arena_format(memory, "-o%s", library);
    for (size_t i = 0; i < request->words.count; i++)
        argv[argc++] = arena_copy(memory, request->words.items[i]);
    return command_build(argc, argv);
}

static bool write_text(const python_request *request, const char *file, const char *text)
{
    const char *path = arena_format(request->memory, "%s/%s", request->folder, file);
    if (file_write_if_changed(path, text, strlen(text)))
        return true;
    report_error("cannot write %s: %s", path, strerror(errno));
    return false;
}

/* __init__.py and __init__.pyi, of what the library holds. */
static bool write_package(const python_request *request, const char *library)
{
    weft_error error;
    weft_library *opened;
    const char *path =
        strchr(library, '/') ? library : arena_format(request->memory, "./%s", library);
    if (weft_library_open(path, &opened, &error) != WEFT_OK) {
        report_error("%s", error.text);
        return false;
    }
    const char *slash = strrchr(library, '/');
    const package package = {.memory = request->memory,
                             .name = package_name(request),
                             .file = slash ? slash + 1 : library,
                             .contents = weft_library_contents(opened)};
    const char *module = package_module_text(&package), *stub = package_stub_text(&package);
    weft_library_close(opened);
    return write_text(request, "__init__.py", module) && write_text(request, "__init__.pyi", stub);
}

/* Whether Python's `import` can name the package; reports that it cannot. */
static bool check_name(const char *name)
{
    static const char *const keywords[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
    bool good = *name && !(*name >= '0' && *name <= '9');
    for (const char *at = name; *at && good; at++)
        good = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
               (*at >= '0' && *at <= '9') || *at == '_' || (unsigned char)*at > 127;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        good = good && strcmp(name, keywords[i]) != 0;
    if (!good)
        report_error("a package cannot be named '%s': import takes letters, digits and _, a digit "
                     "not first, and no word of Python's",
                     name);
    return good;
}

/* Whether the library is in the folder already, where a build put it, to be installed as another.
 */
static bool is_inside(const python_request *request)
{
    const char *slash = request->library ? strrchr(request->library, '/') : NULL;
    return request->library &&
           file_is_same(request->library, arena_format(request->memory, "%s/%s", request->folder,
                                                       slash ? slash + 1 : request->library));
}

static int make_package(const python_request *request)
{
    arena *memory = request->memory;
    if (!is_inside(request) && !check_name(package_name(request)))
        return STATUS_FAILED;
    if (!file_make_folder(request->folder)) {
        report_error("cannot make the folder %s: %s", request->folder, strerror(errno));
        return STATUS_FAILED;
    }
    const char *library = request->library, *file;
    if (library) {
        const char *slash = strrchr(library, '/');
        file = arena_format(memory, "%s/%s", request->folder, slash ? slash + 1 : library);
        if (!file_is_same(library, file) && !publish_copy(memory, library, file, 0777))
            return STATUS_FAILED;
    } else {
        file = arena_format(memory, "%s/lib%s.so", request->folder, package_name(request));
        int status = build(request, file);
        if (status != STATUS_DONE)
            return status;
    }
    return write_package(request, file) ? STATUS_DONE : STATUS_FAILED;
}

int command_python(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-?") == 0) {
            fputs(usage, stdout);
            return STATUS_DONE;
        }
    arena *memory = arena_new();
    python_request request = {.memory = memory};
    int status = read_words(&request, argc, argv) ? make_package(&request) : STATUS_USAGE;
    arena_free(memory);
    return status;
}
