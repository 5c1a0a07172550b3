/* image.c: where a module's image for a target lies: in its library, or in one of its own beside
 * it, which is searched when somebody first asks (WEFT_IMAGE_ELSEWHERE). */
#define _GNU_SOURCE /* dladdr */
#include "image.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an image that lies elsewhere says. */
typedef struct reference {
    const char *library, *symbol, *advice; /* borrowed */
} reference;

/* One that was searched. Entries stay where they are and are used again, for others read the list
 * meanwhile. */
typedef struct searched {
    const weft_module_image *_Atomic image; /* the key; NULL: of nobody */
    weft_module_image found;                /* begin is NULL where there is none */
    void *library;                          /* owned; of dlopen */
    struct searched *next;
} searched;

static searched *_Atomic list; /* owned; grows at its head */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const weft_module_image *find_own(const weft_module *module, weft_target target)
{
    for (uint32_t i = 0; i < module->image_count; i++)
        if (module->images[i].target == target)
            return &module->images[i];
    return NULL;
}

/* Takes the next text of an image, which ends in 0; NULL: none does. */
static const char *take_text(const unsigned char **at, const unsigned char *end)
{
    const unsigned char *text = *at, *zero = memchr(text, 0, (size_t)(end - text));
    *at = zero ? zero + 1 : end;
    return zero ? (const char *)text : NULL;
}

/* Whether an image only says where it lies. */
static bool read_reference(const weft_module_image *image, reference *said)
{
    const unsigned char *at = image->begin;
    const size_t mark = strlen(WEFT_IMAGE_ELSEWHERE);
    if ((size_t)(image->end - at) < mark || memcmp(at, WEFT_IMAGE_ELSEWHERE, mark) != 0)
        return false;
    at += mark;
    said->library = take_text(&at, image->end);
    said->symbol = take_text(&at, image->end);
    said->advice = take_text(&at, image->end);
    return said->advice != NULL;
}

/* Opens a library: beside the one that has the image, or where the loader looks. */
static void *open_library(const weft_module_image *image, const char *name)
{
    Dl_info own;
    char path[4096];
    void *library = NULL;
    const char *slash =
        dladdr(image->begin, &own) && own.dli_fname ? strrchr(own.dli_fname, '/') : NULL;
    if (slash) {
        const int length = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - own.dli_fname),
                                    own.dli_fname, name);
        if (length > 0 && (size_t)length < sizeof path)
            library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return library ? library : dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

static void search(const weft_module_image *image, const reference *said, searched *entry)
{
    char end[256];
    const int length = snprintf(end, sizeof end, "%s_end", said->symbol);
    entry->found = (weft_module_image){.target = image->target};
    entry->library = open_library(image, said->library);
    if (!entry->library || length < 0 || (size_t)length >= sizeof end)
        return;
    const void *begin = dlsym(entry->library, said->symbol), *behind = dlsym(entry->library, end);
    if (begin && behind) {
        entry->found.begin = begin;
        entry->found.end = behind;
    }
}

static const searched *find_searched(const weft_module_image *image)
{
    for (searched *entry = atomic_load_explicit(&list, memory_order_acquire); entry;
         entry = entry->next)
        if (atomic_load_explicit(&entry->image, memory_order_acquire) == image)
            return entry;
    return NULL;
}

/* An entry of nobody; NULL: there is no memory. Under the lock. */
static searched *take_entry(void)
{
    for (searched *entry = list; entry; entry = entry->next)
        if (!entry->image)
            return entry;
    searched *added = calloc(1, sizeof *added);
    if (added) {
        added->next = list;
        atomic_store_explicit(&list, added, memory_order_release);
    }
    return added;
}

static const searched *search_once(const weft_module_image *image, const reference *said)
{
    const searched *known = find_searched(image);
    if (known)
        return known;
    pthread_mutex_lock(&lock);
    known = find_searched(image);
    searched *entry = known ? NULL : take_entry();
    if (entry) {
        search(image, said, entry);
        atomic_store_explicit(&entry->image, image, memory_order_release);
        known = entry;
    }
    pthread_mutex_unlock(&lock);
    return known;
}

const weft_module_image *weft_module_find_image(const weft_module *module, weft_target target)
{
    reference said;
    const weft_module_image *image = find_own(module, target);
    if (!image || !read_reference(image, &said))
        return image;
    const searched *known = search_once(image, &said);
    return known && known->found.begin ? &known->found : NULL;
}

const char *image_advice(const weft_module *module, weft_target target)
{
    reference said;
    const weft_module_image *image = find_own(module, target);
    return image && read_reference(image, &said) ? said.advice : NULL;
}

void image_forget(const weft_module *module)
{
    pthread_mutex_lock(&lock);
    for (searched *entry = list; entry; entry = entry->next)
        for (uint32_t i = 0; i < module->image_count; i++)
            if (entry->image == &module->images[i]) {
                atomic_store_explicit(&entry->image, NULL, memory_order_release);
                if (entry->library)
                    dlclose(entry->library);
                entry->library = NULL;
            }
    pthread_mutex_unlock(&lock);
}
