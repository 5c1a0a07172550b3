/* gpu_fft_plans.c: a list of plans, those used last first. The lock guards the list and who uses a
 * plan; a plan's own is held by whoever makes or uses it. */
#include "gpu_fft_plans.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "gpu/driver/gpu_stream.h"

/* Plans of a context that are kept while nobody uses them, beside those that graphs hold. */
enum { MOST_IDLE = 32 };

struct gpu_fft_plan {
    gpu_fft_plan *next; /* owned */
    gpu_fft_stack stack;
    CUcontext context;
    unsigned long long id; /* of the context: never given twice, unlike its address */
    int users;
    bool is_recorded;
    pthread_mutex_t turn;
    bool is_made;
    gpu_fft_handle handle;
    size_t work_bytes;
};

static gpu_fft_plan *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void free_plan(gpu_fft_plan *plan, bool lives)
{
    if (plan->is_made && lives)
        gpu_fft_library_find()->Destroy(plan->handle);
    pthread_mutex_destroy(&plan->turn);
    free(plan);
}

/* Takes the plans out of the list that a context has left behind, which was at the address of this
 * one: the library's part of them went with it. */
static void drop_dead(const gpu_scope *scope, unsigned long long id)
{
    for (gpu_fft_plan **link = &all; *link;) {
        gpu_fft_plan *plan = *link;
        if (plan->context == scope->context && plan->id != id && plan->users == 0) {
            *link = plan->next;
            free_plan(plan, false);
        } else {
            link = &plan->next;
        }
    }
}

static bool is_for(const gpu_fft_plan *plan, const gpu_fft_stack *stack, unsigned long long id)
{
    return plan->id == id && memcmp(&plan->stack, stack, sizeof *stack) == 0;
}

/* Under the lock: the plan as the first of the list, made or not; NULL: out of memory. */
static gpu_fft_plan *find(const gpu_scope *scope, const gpu_fft_stack *stack, unsigned long long id)
{
    gpu_fft_plan **link = &all;
    while (*link && !is_for(*link, stack, id))
        link = &(*link)->next;
    gpu_fft_plan *found = *link;
    if (found) {
        *link = found->next;
    } else if ((found = calloc(1, sizeof *found))) {
        drop_dead(scope, id);
        *found = (gpu_fft_plan){.stack = *stack, .context = scope->context, .id = id};
        pthread_mutex_init(&found->turn, NULL);
    }
    if (found) {
        found->next = all;
        all = found;
    }
    return found;
}

/* Adds "5 of 3 × 4". */
static void describe(const gpu_fft_stack *stack, char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "%" PRId64 " of", stack->count);
    for (int axis = 0; axis < stack->rank && length < size; axis++)
        length += (size_t)snprintf(text + length, size - length, "%s %" PRId64,
                                   axis > 0 ? " ×" : "", stack->sizes[axis]);
}

static int ask_for_plan(const gpu_fft_library *library, gpu_fft_plan *plan)
{
    const gpu_fft_stack *stack = &plan->stack;
    const gpu_fft_side *in = &stack->sides[0], *out = &stack->sides[1];
    long long sizes[GPU_FFT_MOST_RANK], embeds[2][GPU_FFT_MOST_RANK];
    for (int axis = 0; axis < GPU_FFT_MOST_RANK; axis++) {
        sizes[axis] = stack->sizes[axis];
        embeds[0][axis] = in->embed[axis];
        embeds[1][axis] = out->embed[axis];
    }
    int result = library->SetAutoAllocation(plan->handle, 0);
    if (result == GPU_FFT_SUCCESS)
        result = library->MakePlanMany64(plan->handle, (int)stack->rank, sizes, embeds[0], in->step,
                                         in->distance, embeds[1], out->step, out->distance,
                                         (int)stack->type, stack->count, &plan->work_bytes);
    return result;
}

/* The library fills a plan's tables on the legacy stream, which must take work therefore. */
static weft_status make(const gpu_scope *scope, gpu_fft_plan *plan, const char *name,
                        weft_error *error)
{
    const gpu_fft_library *library = gpu_fft_library_find();
    char what[100];
    describe(&plan->stack, what, sizeof what);
    if (gpu_stream_legacy_is_barred(scope))
        return error_set(error, WEFT_ERROR_DEVICE,
                         "%s: cuFFT has no plan yet for such transforms (%s), and can make none "
                         "while a stream is captured; one call before the capture makes it",
                         name, what);
    int result = library->Create(&plan->handle);
    if (result == GPU_FFT_SUCCESS) {
        result = ask_for_plan(library, plan);
        if (result != GPU_FFT_SUCCESS)
            library->Destroy(plan->handle);
    }
    plan->is_made = result == GPU_FFT_SUCCESS;
    if (plan->is_made)
        return WEFT_OK;
    if (result == GPU_FFT_ALLOC_FAILED)
        return error_set(error, WEFT_ERROR_MEMORY,
                         "%s: no memory for cuFFT's plan for such transforms (%s)", name, what);
    return error_set(error, WEFT_ERROR_DEVICE,
                     "%s: cuFFT makes no plan for such transforms (%s): %s (%d); with WEFT_CUFFT "
                     "set to nothing they are computed without it",
                     name, what, gpu_fft_library_result(result), result);
}

/* Under the lock: takes the plan out of the list that was not used for longest, if there are more
 * than are kept; NULL: there are not. */
static gpu_fft_plan *take_surplus(unsigned long long id)
{
    gpu_fft_plan **last = NULL;
    int idle = 0;
    for (gpu_fft_plan **link = &all; *link; link = &(*link)->next)
        if ((*link)->id == id && (*link)->users == 0 && !(*link)->is_recorded) {
            last = link;
            idle++;
            if (!(*link)->is_made)
                break;
        }
    if (!last || (idle <= MOST_IDLE && (*last)->is_made))
        return NULL;
    gpu_fft_plan *surplus = *last;
    *last = surplus->next;
    return surplus;
}

/* Lets go of a plan. Freeing its tables would destroy a capture that bars the legacy stream: then
 * surplus plans stay for now. */
static void leave(const gpu_scope *scope, gpu_fft_plan *plan)
{
    const unsigned long long id = plan->id;
    pthread_mutex_lock(&lock);
    plan->users--;
    gpu_fft_plan *surplus = take_surplus(id);
    if (surplus && surplus->is_made && gpu_stream_legacy_is_barred(scope)) {
        surplus->next = all;
        all = surplus;
        surplus = NULL;
    }
    pthread_mutex_unlock(&lock);
    if (surplus)
        free_plan(surplus, true);
}

weft_status gpu_fft_plans_take(const gpu_scope *scope, const gpu_fft_stack *stack,
                               bool is_recording, const char *name, gpu_fft_plan **taken,
                               weft_error *error)
{
    unsigned long long id = 0;
    CUresult result = scope->driver->cuCtxGetId(scope->context, &id);
    if (result != CUDA_SUCCESS)
        return gpu_driver_status(result, "asking for a context's number", error);
    pthread_mutex_lock(&lock);
    gpu_fft_plan *plan = find(scope, stack, id);
    if (plan)
        plan->users++;
    pthread_mutex_unlock(&lock);
    if (!plan)
        return error_set(error, WEFT_ERROR_MEMORY, "%s: no memory for a plan of transforms", name);
    pthread_mutex_lock(&plan->turn);
    weft_status status = plan->is_made ? WEFT_OK : make(scope, plan, name, error);
    if (status) {
        pthread_mutex_unlock(&plan->turn);
        leave(scope, plan);
        return status;
    }
    plan->is_recorded |= is_recording;
    *taken = plan;
    return WEFT_OK;
}

void gpu_fft_plans_give(const gpu_scope *scope, gpu_fft_plan *plan)
{
    pthread_mutex_unlock(&plan->turn);
    leave(scope, plan);
}

gpu_fft_handle gpu_fft_plans_handle(const gpu_fft_plan *plan)
{
    return plan->handle;
}

size_t gpu_fft_plans_work_bytes(const gpu_fft_plan *plan)
{
    return plan->work_bytes;
}
