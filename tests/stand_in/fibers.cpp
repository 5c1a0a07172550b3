/* fibers.cpp: a fiber runs one thread of the block after another until one of them waits at a
 * barrier. It is that thread's fiber from then on, and the next fiber takes the threads that have not
 * begun. So kernels without barriers need one fiber only. */
#include "fibers.h"

#include <sys/mman.h>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

#include <memory>
#include <vector>

#include "machine.cuh"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace
{

enum { STACK_BYTES = 1 << 19, GUARD_BYTES = 1 << 12 };

/* Where a thread of the host can go on: a fiber, or what called fibers_run. The sanitizers are told of
 * every change of stacks. */
struct place {
#if defined(__x86_64__)
    void *top = nullptr; /* of its stack, on which its registers lie */
#else
    ucontext_t context;
#endif
    const void *stack = nullptr; /* of a fiber; of the caller, once a fiber has seen it */
    size_t stack_bytes = 0;
#if defined(__SANITIZE_ADDRESS__)
    void *fake_stack = nullptr;
#endif
#if defined(__SANITIZE_THREAD__)
    void *tsan_fiber = nullptr;
#endif
};

struct fiber : place {
    void *memory = MAP_FAILED;
    unsigned thread = 0; /* which of the block it runs */
    bool is_done = false;
    ~fiber()
    {
#if defined(__SANITIZE_THREAD__)
        if (tsan_fiber)
            __tsan_destroy_fiber(tsan_fiber);
#endif
        if (memory != MAP_FAILED)
            munmap(memory, STACK_BYTES + GUARD_BYTES);
    }
};

/* The block that a thread of the host runs. Its fibers are kept for the next one. */
struct block {
    fibers_kernel *kernel;
    const void *params;
    unsigned thread_count, next_thread;
    place caller;
    fiber *running;
    std::vector<std::unique_ptr<fiber>> idle;
    std::vector<std::unique_ptr<fiber>> waiting; /* at the barrier */
};
thread_local block now;

/* For functions that may be left for ever: their frames would else stay on the thread sanitizer's own
 * stack of a fiber that serves again. */
#if defined(__SANITIZE_THREAD__)
#define UNCOUNTED __attribute__((no_sanitize_thread))
#else
#define UNCOUNTED
#endif

#if defined(__x86_64__)
/* swapcontext by hand, which asks the system for the mask of signals each time, most of a team's time: keeps what a
 * function keeps for its caller (System V ABI, 3.2.1) on the stack that is left, its top in *from, and goes on at `to`. */
__attribute__((naked)) void swap_stacks(void ** /* from */, void * /* to */)
{
    __asm__("pushq %rbp; pushq %rbx; pushq %r12; pushq %r13; pushq %r14; pushq %r15\n\t"
            "movq %rsp, (%rdi)\n\t"
            "movq %rsi, %rsp\n\t"
            "popq %r15; popq %r14; popq %r13; popq %r12; popq %rbx; popq %rbp\n\t"
            "ret");
}
enum { SAVED_REGISTERS = 6 };

void swap_places(place &from, place &to)
{
    swap_stacks(&from.top, to.top);
}

/* Lets `made` begin with `run`: as if it had called swap_stacks from there. */
void prepare(place &made, void (*run)())
{
    void **top = (void **)((char *)made.stack + made.stack_bytes) - 2; /* a multiple of 16 */
    top[0] = (void *)run;
    top[1] = nullptr; /* where `run` would return to */
    made.top = top - SAVED_REGISTERS;
}
#else
void swap_places(place &from, place &to)
{
    swapcontext(&from.context, &to.context);
}

void prepare(place &made, void (*run)())
{
    getcontext(&made.context);
    made.context.uc_stack.ss_sp = (void *)made.stack;
    made.context.uc_stack.ss_size = made.stack_bytes;
    made.context.uc_link = nullptr;
    makecontext(&made.context, run, 0);
}
#endif

/* Leaves `from`, for ever if it ends, and goes on at `to`. */
UNCOUNTED void switch_places(place &from, place &to, bool ends)
{
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(ends ? nullptr : &from.fake_stack, to.stack, to.stack_bytes);
#endif
#if defined(__SANITIZE_THREAD__)
    __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
    (void)ends;
    swap_places(from, to);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
}

/* What a fiber does: all threads that have not begun. */
UNCOUNTED void run_threads()
{
    fiber *self = now.running;
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, &now.caller.stack, &now.caller.stack_bytes);
#endif
    while (now.next_thread < now.thread_count) {
        self->thread = now.next_thread++;
        weft::machine::current_thread = self->thread;
        now.kernel(now.params);
    }
    self->is_done = true;
    switch_places(*self, now.caller, true);
}

/* A fiber with a stack, or NULL. */
std::unique_ptr<fiber> make_fiber()
{
    std::unique_ptr<fiber> made;
    if (!now.idle.empty()) {
        made = std::move(now.idle.back());
        now.idle.pop_back();
    } else {
        made = std::make_unique<fiber>();
        made->memory = mmap(nullptr, STACK_BYTES + GUARD_BYTES, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (made->memory == MAP_FAILED)
            return nullptr;
        mprotect(made->memory, GUARD_BYTES, PROT_NONE);
#if defined(__SANITIZE_ADDRESS__) /* of a stack that lay here and was left in the middle of a kernel */
        __asan_unpoison_memory_region(made->memory, STACK_BYTES + GUARD_BYTES);
#endif
        made->stack = (char *)made->memory + GUARD_BYTES;
        made->stack_bytes = STACK_BYTES;
    }
#if defined(__SANITIZE_THREAD__)
    if (!made->tsan_fiber)
        made->tsan_fiber = __tsan_create_fiber(0);
#endif
    made->is_done = false;
    prepare(*made, run_threads);
    return made;
}

/* Lets a fiber run until it waits or is done. */
void resume(std::unique_ptr<fiber> one)
{
    now.running = one.get();
    weft::machine::current_thread = one->thread;
    switch_places(now.caller, *one, false);
    (one->is_done ? now.idle : now.waiting).push_back(std::move(one));
}

} // namespace

void weft::machine::barrier()
{
    switch_places(*now.running, now.caller, false);
}

bool fibers_run(fibers_kernel *kernel, const void *params, unsigned block, unsigned threads)
{
    now.kernel = kernel;
    now.params = params;
    now.thread_count = threads;
    now.next_thread = 0;
#if defined(__SANITIZE_THREAD__)
    now.caller.tsan_fiber = __tsan_get_current_fiber();
#endif
    weft::machine::current_block = block;
    while (now.next_thread < threads) {
        std::unique_ptr<fiber> one = make_fiber();
        if (!one) {
            now.waiting.clear();
            return false;
        }
        resume(std::move(one));
    }
    while (!now.waiting.empty()) { /* all are at the barrier, or done: those who wait go on */
        std::vector<std::unique_ptr<fiber>> released;
        released.swap(now.waiting);
        for (auto &one : released)
            resume(std::move(one));
    }
    return true;
}
