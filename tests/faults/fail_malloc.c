/* fail_malloc.c: preloaded, lets the n-th allocation fail (WEFT_FAIL_MALLOC=n) that the program itself or
 * one of Weft's libraries asks for; other libraries answer for themselves. It counts in the file that
 * WEFT_FAIL_REPORT names, at the program's end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 8 };

/* Where the code lies whose allocations are counted. */
static struct {
    uintptr_t first, end;
} places[MOST];
static int place_count;
static long wanted = -1, count;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static int note_place(struct dl_phdr_info *info, size_t size, void *first)
{
    bool *is_first = first;
    (void)size;
    if (*is_first || strstr(info->dlpi_name, "libweft"))
        for (int k = 0; k < info->dlpi_phnum && place_count < MOST; k++)
            if (info->dlpi_phdr[k].p_type == PT_LOAD && info->dlpi_phdr[k].p_flags & PF_X) {
                places[place_count].first = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
                places[place_count].end = places[place_count].first + info->dlpi_phdr[k].p_memsz;
                place_count++;
            }
    *is_first = false;
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    bool is_first = true;
    const char *number = getenv("WEFT_FAIL_MALLOC");
    dl_iterate_phdr(note_place, &is_first);
    wanted = number ? atol(number) : -1;
    unsetenv("LD_PRELOAD"); /* not in what the program starts */
}

__attribute__((destructor)) static void end(void)
{
    char text[32];
    const char *name = getenv("WEFT_FAIL_REPORT");
    int file = name ? open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0)
        return;
    int length = snprintf(text, sizeof text, "%ld\n", count);
    if (write(file, text, (size_t)length) != length)
        abort();
    close(file);
}

static bool fails(const void *caller)
{
    uintptr_t place = (uintptr_t)caller;
    if (wanted < 0)
        return false;
    for (int k = 0; k < place_count; k++)
        if (place >= places[k].first && place < places[k].end) {
            bool is_it = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) == wanted;
            errno = is_it ? ENOMEM : errno;
            return is_it;
        }
    return false;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t size)
{
    return fails(CALLER) ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    return fails(CALLER) ? NULL : __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
    return fails(CALLER) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(CALLER) ? NULL : __libc_memalign(alignment, size);
}
