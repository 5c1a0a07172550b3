/* fft.cpp: a stand-in for cuFFT over the stand-in of the driver: the functions that libweft uses, by sums of all elements
 * along each axis, and what the library asks of its arguments. It makes its plans on the legacy stream, writes to the work
 * area and to inputs of several axes that are halves of spectra, and refuses a plan that two threads use at once.
 * stand_in_fft_plans() and _calls() count the plans that live and the transforms; stand_in_fft_fail() lets the n-th call of
 * a function from now on, and only that, give a result. */
#include <cuda.h>

#include <dlfcn.h>

#include <atomic>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace
{

enum { SUCCESS, INVALID_PLAN, ALLOC_FAILED, INVALID_TYPE, INVALID_VALUE, INTERNAL_ERROR, EXEC_FAILED, SETUP_FAILED,
       INVALID_SIZE, UNALIGNED_DATA };
enum { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };

struct side {
    long long embed[3], step, distance;
    bool is_real;
    long long place(long long item, const long long *at) const
    {
        return item * distance + ((at[0] * embed[1] + at[1]) * embed[2] + at[2]) * step;
    }
};

/* Axes are always three, the first of them of one element where there are less. */
struct plan {
    bool is_made = false, has_own_work = true;
    int type = 0, rank = 0;
    long long sizes[3], count;
    side in, out;
    size_t work_bytes = 0;
    CUstream stream = nullptr;
    char *work = nullptr;
    std::atomic<bool> is_busy{false};
};

std::map<int, std::shared_ptr<plan>> plans;
std::mutex lock;
int made;
std::atomic<long> calls;
std::string failing;
long until;
int failure;

/* The result that a call is to give. */
int enter(const char *function)
{
    std::lock_guard<std::mutex> guard(lock);
    return until > 0 && failing == function && --until == 0 ? failure : SUCCESS;
}

#define ENTER(function)                                            \
    if (const int result = enter(function); result != SUCCESS) \
    return result

/* A plan that one thread uses. */
struct use {
    std::shared_ptr<plan> of;
    bool is_alone = false;
    explicit use(int handle)
    {
        std::lock_guard<std::mutex> guard(lock);
        auto found = plans.find(handle);
        of = found == plans.end() ? nullptr : found->second;
        is_alone = of && !of->is_busy.exchange(true);
    }
    ~use()
    {
        if (is_alone)
            of->is_busy = false;
    }
};

/* Functions of the driver that the program has: there are several, one for each set of kernels. */
template <typename F> F *find(const char *name)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    return driver ? (F *)dlsym(driver, name) : nullptr;
}

typedef int enqueue(CUstream, void (*)(void *), void *, void (*)(void *));

/* Whether work on the legacy stream, which must be allowed now, can be done. */
bool fill_tables()
{
    auto unsafe = find<int()>("stand_in_unsafe");
    auto enqueues = find<enqueue>("stand_in_enqueue");
    return unsafe && enqueues && unsafe() == 0 &&
           enqueues(nullptr, [](void *) {}, nullptr, [](void *) {}) == 0;
}

bool is_double(int type) { return type >= Z2Z; }
size_t complex_bytes(int type) { return is_double(type) ? 16 : 8; }

typedef std::complex<double> number;

number load(const side &of, bool wide, const char *data, long long place)
{
    if (of.is_real)
        return wide ? ((const double *)data)[place] : (double)((const float *)data)[place];
    return wide ? ((const number *)data)[place] : number(((const std::complex<float> *)data)[place]);
}
void store(const side &of, bool wide, char *data, long long place, number x)
{
    if (of.is_real && wide)
        ((double *)data)[place] = x.real();
    else if (of.is_real)
        ((float *)data)[place] = (float)x.real();
    else if (wide)
        ((number *)data)[place] = x;
    else
        ((std::complex<float> *)data)[place] = std::complex<float>(x);
}

/* All sums along an axis of an item, whose elements lie in C order. */
void transform_axis(std::vector<number> &item, const long long *sizes, int axis, int sign)
{
    const long long n = sizes[axis], step = axis == 2 ? 1 : axis == 1 ? sizes[2] : sizes[1] * sizes[2];
    std::vector<number> roots(n), row(n);
    for (long long k = 0; k < n; k++)
        roots[k] = std::polar(1.0, sign * 2 * M_PI * (double)k / (double)n);
    for (long long first = 0; first < (long long)item.size(); first++) {
        if (first / step % n != 0)
            continue;
        for (long long k = 0; k < n; k++)
            row[k] = item[first + k * step];
        for (long long k = 0; k < n; k++) {
            number sum = 0;
            for (long long j = 0; j < n; j++)
                sum += row[j] * roots[j * k % n];
            item[first + k * step] = sum;
        }
    }
}

/* The last axis of a half as that of a whole: what is not given mirrors what is. */
void complete(std::vector<number> &item, const long long *sizes)
{
    const long long n = sizes[2];
    for (size_t row = 0; row < item.size(); row += n)
        for (long long k = 0; k <= n / 2; k++) {
            number &x = item[row + k];
            if (k == 0 || 2 * k == n)
                x = x.real();
            item[row + (n - k) % n] = std::conj(x);
        }
}

struct job {
    plan of;
    const char *in;
    char *out;
    int sign;
    job(const plan &from, const char *in, char *out, int sign) : in(in), out(out), sign(sign)
    {
        of.type = from.type, of.rank = from.rank, of.count = from.count;
        std::memcpy(of.sizes, from.sizes, sizeof of.sizes);
        of.in = from.in, of.out = from.out;
        of.work = from.work, of.work_bytes = from.work_bytes;
    }
};

/* Calls do(i, j, k) for the elements of a side of an item. */
template <typename F> void each(const job &all, const side &of, F &&what)
{
    const bool is_half = !of.is_real && (all.of.in.is_real || all.of.out.is_real);
    const long long last = is_half ? all.of.sizes[2] / 2 + 1 : all.of.sizes[2];
    for (long long i = 0; i < all.of.sizes[0]; i++)
        for (long long j = 0; j < all.of.sizes[1]; j++)
            for (long long k = 0; k < last; k++) {
                const long long at[] = {i, j, k};
                what(at, (i * all.of.sizes[1] + j) * all.of.sizes[2] + k);
            }
}

void run(void *context)
{
    const job &all = *(const job *)context;
    const plan &of = all.of;
    const bool wide = is_double(of.type), is_half = of.out.is_real;
    const size_t elements = of.sizes[0] * of.sizes[1] * of.sizes[2];
    std::vector<std::vector<number>> items(of.count, std::vector<number>(elements));
    if (of.work)
        std::memset(of.work, 0x5a, of.work_bytes);
    for (long long item = 0; item < of.count; item++)
        each(all, of.in, [&](const long long *at, long long place) {
            const long long where = of.in.place(item, at);
            items[item][place] = load(of.in, wide, all.in, where);
            if (is_half && of.rank > 1)
                store(of.in, wide, const_cast<char *>(all.in), where, NAN);
        });
    for (long long item = 0; item < of.count; item++) {
        for (int axis = is_half ? 1 : 2; axis >= 0; axis--)
            transform_axis(items[item], of.sizes, axis, all.sign);
        if (is_half) {
            complete(items[item], of.sizes);
            transform_axis(items[item], of.sizes, 2, all.sign);
        }
        each(all, of.out, [&](const long long *at, long long place) {
            store(of.out, wide, all.out, of.out.place(item, at), items[item][place]);
        });
    }
}

int execute(const char *function, int handle, int type, const char *in, char *out, int sign)
{
    ENTER(function);
    use one(handle);
    if (!one.is_alone || !one.of->is_made || one.of->type != type)
        return INVALID_PLAN;
    if ((uintptr_t)in % complex_bytes(type) != 0 || (uintptr_t)out % complex_bytes(type) != 0)
        return UNALIGNED_DATA;
    if (one.of->has_own_work || (one.of->work_bytes > 0 && !one.of->work))
        return EXEC_FAILED;
    auto enqueues = find<enqueue>("stand_in_enqueue");
    calls++;
    return enqueues && enqueues(one.of->stream, run, new job(*one.of, in, out, sign),
                                [](void *old) { delete (job *)old; }) == 0
               ? SUCCESS
               : EXEC_FAILED;
}

/* A side as it is asked for; false: cuFFT cannot walk so. */
bool take_side(side *of, int rank, const long long *embed, const long long *sizes, long long step, long long distance,
               bool is_real, bool is_half)
{
    *of = {{1, 1, 1}, step, distance, is_real};
    for (int axis = 0; axis < rank; axis++) {
        of->embed[3 - rank + axis] = embed[axis];
        if (embed[axis] < (axis == rank - 1 && is_half ? sizes[axis] / 2 + 1 : sizes[axis]))
            return false;
    }
    return step > 0 && distance > 0;
}

} // namespace

extern "C" {

long stand_in_fft_plans(void)
{
    std::lock_guard<std::mutex> guard(lock);
    return (long)plans.size();
}
long stand_in_fft_made(void)
{
    std::lock_guard<std::mutex> guard(lock);
    return made;
}
long stand_in_fft_calls(void)
{
    return calls;
}
void stand_in_fft_fail(const char *function, long n, int result)
{
    std::lock_guard<std::mutex> guard(lock);
    failing = function;
    until = n;
    failure = result;
}

int cufftCreate(int *handle)
{
    ENTER("Create");
    std::lock_guard<std::mutex> guard(lock);
    *handle = ++made;
    plans[*handle] = std::make_shared<plan>();
    return SUCCESS;
}
int cufftDestroy(int handle)
{
    {
        use one(handle);
        if (!one.is_alone || (one.of->is_made && !fill_tables()))
            return INVALID_PLAN;
    }
    std::lock_guard<std::mutex> guard(lock);
    plans.erase(handle);
    return SUCCESS;
}
int cufftSetAutoAllocation(int handle, int automatic)
{
    ENTER("SetAutoAllocation");
    use one(handle);
    if (!one.is_alone || one.of->is_made)
        return INVALID_PLAN;
    one.of->has_own_work = automatic;
    return SUCCESS;
}
int cufftMakePlanMany64(int handle, int rank, long long *sizes, long long *in_embed, long long in_step,
                        long long in_distance, long long *out_embed, long long out_step, long long out_distance, int type,
                        long long count, size_t *work_bytes)
{
    ENTER("MakePlanMany64");
    use one(handle);
    if (!one.is_alone || one.of->is_made)
        return INVALID_PLAN;
    plan &of = *one.of;
    const bool from_real = type == R2C || type == D2Z, to_real = type == C2R || type == Z2D;
    if (!from_real && !to_real && type != C2C && type != Z2Z)
        return INVALID_TYPE;
    if (rank < 1 || rank > 3 || count < 1 ||
        !take_side(&of.in, rank, in_embed, sizes, in_step, in_distance, from_real, to_real) ||
        !take_side(&of.out, rank, out_embed, sizes, out_step, out_distance, to_real, from_real))
        return INVALID_VALUE;
    for (int axis = 0; axis < 3; axis++)
        of.sizes[axis] = axis < 3 - rank ? 1 : sizes[axis - (3 - rank)];
    for (long long size : of.sizes)
        if (size < 1)
            return INVALID_SIZE;
    if (!fill_tables())
        return INTERNAL_ERROR;
    of.type = type, of.rank = rank, of.count = count;
    of.work_bytes = of.sizes[2] <= 8 && rank == 1
                        ? 0
                        : complex_bytes(type) * (size_t)(of.sizes[0] * of.sizes[1] * of.sizes[2]);
    *work_bytes = of.work_bytes;
    of.is_made = true;
    return SUCCESS;
}
int cufftSetWorkArea(int handle, void *work)
{
    ENTER("SetWorkArea");
    use one(handle);
    if (!one.is_alone || !one.of->is_made)
        return INVALID_PLAN;
    one.of->work = (char *)work;
    return (uintptr_t)work % 256 == 0 ? SUCCESS : INVALID_VALUE;
}
int cufftSetStream(int handle, CUstream stream)
{
    ENTER("SetStream");
    use one(handle);
    if (!one.is_alone)
        return INVALID_PLAN;
    one.of->stream = stream;
    return SUCCESS;
}

#define WITH_SIGN(name, type)                                 \
    int cufftExec##name(int handle, void *in, void *out, int sign) \
    {                                                         \
        return execute("Exec", handle, type, (char *)in, (char *)out, sign); \
    }
#define WITHOUT(name, type, sign)                             \
    int cufftExec##name(int handle, void *in, void *out)      \
    {                                                         \
        return execute("Exec", handle, type, (char *)in, (char *)out, sign); \
    }
WITH_SIGN(C2C, C2C)
WITH_SIGN(Z2Z, Z2Z)
WITHOUT(R2C, R2C, -1)
WITHOUT(D2Z, D2Z, -1)
WITHOUT(C2R, C2R, 1)
WITHOUT(Z2D, Z2D, 1)

} // extern "C"
