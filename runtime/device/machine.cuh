/* machine.cuh: all that only a GPU can do (but matrix_unit.cuh), each with a twin for a host
 * compiler, so that the templates can also be built and tested where there is no GPU. Nothing else
 * here knows which of the two it is compiled for. */
#ifndef WEFT_MACHINE_CUH
#define WEFT_MACHINE_CUH

#include <stdint.h>
#include <string.h>

#include <type_traits>

/* Which of its kernels a compilation makes: those whose code is the same at every feature level, so
 * that one compilation serves all architectures, those that ask for the level, or all. */
#define WEFT_SAME_KERNELS  1
#define WEFT_LEVEL_KERNELS 2
#ifndef WEFT_KERNELS
#define WEFT_KERNELS (WEFT_SAME_KERNELS | WEFT_LEVEL_KERNELS)
#endif
#if WEFT_KERNELS & WEFT_SAME_KERNELS
#define WEFT_FOR_ALL_LEVELS(...) __VA_ARGS__
#else
#define WEFT_FOR_ALL_LEVELS(...)
#endif
#if WEFT_KERNELS & WEFT_LEVEL_KERNELS
#define WEFT_FOR_EACH_LEVEL(...) __VA_ARGS__
#else
#define WEFT_FOR_EACH_LEVEL(...)
#endif

#if defined(__CUDACC__)
#define WEFT_DEVICE        __device__
#define WEFT_DEVICE_INLINE __device__ __forceinline__
/* A long helper, which stands once. */
#define WEFT_DEVICE_NOINLINE __device__ __noinline__
/* Behind the parameters of a lambda whose captured variables are to stay in registers. */
#define WEFT_INLINED __attribute__((__always_inline__))
/* A kernel with C linkage that takes one structure, read in place. */
#define WEFT_KERNEL(symbol, threads, ...)                 \
    extern "C" __global__ void __launch_bounds__(threads) \
        symbol(const __grid_constant__ __VA_ARGS__ params)
/* The same, of blocks of any number of threads. */
#define WEFT_ANY_KERNEL(symbol, ...) \
    extern "C" __global__ void symbol(const __grid_constant__ __VA_ARGS__ params)
/* The same as the first, of which a multiprocessor should have room for some blocks. */
#define WEFT_BUSY_KERNEL(symbol, threads, blocks, ...)            \
    extern "C" __global__ void __launch_bounds__(threads, blocks) \
        symbol(const __grid_constant__ __VA_ARGS__ params)
/* An array of a kernel that the threads of a block share. */
#define WEFT_SHARED(type, name, count) __shared__ type name[count]
/* Memory that the threads of a block share, as many bytes as the launch says: at most 48 KiB,
 * aligned to 128 on the GPU. A kernel has one. */
#define WEFT_SHARED_ROOM(name) extern __shared__ __align__(128) uint4 name[]
#define WEFT_UNROLL            _Pragma("unroll")
#define WEFT_ROLLED            _Pragma("unroll 1")
#define WEFT_UNROLL_BY(count)  WEFT_PRAGMA(unroll count)
#define WEFT_PRAGMA(text)      _Pragma(#text)
/* What is known to be true here. */
#define WEFT_ASSUME(condition) __builtin_assume(condition)
#else
#define WEFT_DEVICE
#define WEFT_DEVICE_NOINLINE
/* A host compiler, of which tests ask little, is better off with calls: half the time, fewer bytes.
 */
#define WEFT_DEVICE_INLINE inline
#define WEFT_INLINED
/* The bytes of the structure are noted for whoever launches it later. */
#define WEFT_KERNEL(symbol, threads, ...)                \
    extern "C" {                                         \
    extern const unsigned symbol##_bytes;                \
    const unsigned symbol##_bytes = sizeof(__VA_ARGS__); \
    }                                                    \
    extern "C" void symbol(const __VA_ARGS__ &params)
#define WEFT_BUSY_KERNEL(symbol, threads, blocks, ...) WEFT_KERNEL(symbol, threads, __VA_ARGS__)
#define WEFT_ANY_KERNEL(symbol, ...)                   WEFT_KERNEL(symbol, 0, __VA_ARGS__)
#define WEFT_SHARED(type, name, count)                 static thread_local type name[count]

#define WEFT_SHARED_ROOM(name) unsigned char *const name = ::weft::machine::shared_room

#define WEFT_UNROLL
#define WEFT_ROLLED
#define WEFT_UNROLL_BY(count)
#define WEFT_ASSUME(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

#define WEFT_CONVERSION WEFT_DEVICE_INLINE
#include <weft/convert.h>

namespace weft::machine
{

#if defined(__CUDACC__)

WEFT_DEVICE_INLINE uint32_t block_index()
{
    return blockIdx.x;
}
WEFT_DEVICE_INLINE uint32_t thread_index()
{
    return threadIdx.x;
}
/* The layer of a grid whose layers have so many blocks each. */
WEFT_DEVICE_INLINE uint32_t layer_index(uint32_t)
{
    return blockIdx.z;
}

/* All threads of the block that have not ended come here before one goes on. */
WEFT_DEVICE_INLINE void barrier()
{
    __syncthreads();
}

/* The same in two parts: all threads but the last group's come to the first, and go on when they
 * are all there; the last group comes to the second, and goes on when the others have been there,
 * who do not wait for it. */
WEFT_DEVICE_INLINE void others_meet(uint32_t threads)
{
    asm volatile("bar.arrive 1, %0;\n\tbar.sync 2, %1;" ::"r"(threads), "r"(threads - 32)
                 : "memory");
}
WEFT_DEVICE_INLINE void wait_for_others(uint32_t threads)
{
    asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");
}

/* All come here; whether any says so. */
WEFT_DEVICE_INLINE bool barrier_any(bool own)
{
    return __syncthreads_or(own);
}

/* Whether a group comes to exchanges that only some of a block's groups need: those do. */
WEFT_DEVICE_INLINE bool comes_along(bool is_needed)
{
    return is_needed;
}

/* What the thread `distance` further in the group of 32 has here; its own where there is none. All
 * threads of the block come, with equal distances. */
template <class T> WEFT_DEVICE_INLINE T from_further(const T &own, uint32_t distance)
{
    uint32_t words[(sizeof(T) + 3) / 4] = {};
    T other;
    ::memcpy(words, &own, sizeof(T));
    WEFT_UNROLL
    for (uint32_t &word : words)
        word = __shfl_down_sync(0xffffffff, word, distance);
    ::memcpy(&other, words, sizeof(T));
    return other;
}

/* What the thread of the group of 32 has here whose number differs in the bits of `distance`. */
template <class T> WEFT_DEVICE_INLINE T from_partner(const T &own, uint32_t distance)
{
    uint32_t words[(sizeof(T) + 3) / 4] = {};
    T other;
    ::memcpy(words, &own, sizeof(T));
    WEFT_UNROLL
    for (uint32_t &word : words)
        word = __shfl_xor_sync(0xffffffff, word, distance);
    ::memcpy(&other, words, sizeof(T));
    return other;
}

/* An element of what no thread writes to. */
template <class T> WEFT_DEVICE_INLINE T read_only(const T *from)
{
    constexpr int unit = alignof(T) > 8 ? 8 : (int)alignof(T);
    using word = std::conditional_t<
        unit == 8, uint2,
        std::conditional_t<unit == 4, uint32_t, std::conditional_t<unit == 2, uint16_t, uint8_t>>>;
    word words[sizeof(T) / unit];
    T element;
    WEFT_UNROLL
    for (int k = 0; k < (int)(sizeof(T) / unit); k++)
        words[k] = __ldg(reinterpret_cast<const word *>(from) + k);
    ::memcpy(&element, words, sizeof(T));
    return element;
}

/* What the last thread of the group of 32 has here. */
template <class T> WEFT_DEVICE_INLINE T from_last(const T &own)
{
    uint32_t words[(sizeof(T) + 3) / 4] = {};
    T other;
    ::memcpy(words, &own, sizeof(T));
    WEFT_UNROLL
    for (uint32_t &word : words)
        word = __shfl_sync(0xffffffff, word, 31);
    ::memcpy(&other, words, sizeof(T));
    return other;
}

/* The same `distance` before it; its own where there is none. */
template <class T> WEFT_DEVICE_INLINE T from_earlier(const T &own, uint32_t distance)
{
    uint32_t words[(sizeof(T) + 3) / 4] = {};
    T other;
    ::memcpy(words, &own, sizeof(T));
    WEFT_UNROLL
    for (uint32_t &word : words)
        word = __shfl_up_sync(0xffffffff, word, distance);
    ::memcpy(&other, words, sizeof(T));
    return other;
}

/* What the thread `lane` of the group has here. */
template <class T> WEFT_DEVICE_INLINE T from_lane(const T &own, uint32_t lane)
{
    uint32_t words[(sizeof(T) + 3) / 4] = {};
    T other;
    ::memcpy(words, &own, sizeof(T));
    WEFT_UNROLL
    for (uint32_t &word : words)
        word = __shfl_sync(0xffffffff, word, lane);
    ::memcpy(&other, words, sizeof(T));
    return other;
}

/* Publishes a word that is not 0 to all blocks; and polls it: 0 until it is published. */
WEFT_DEVICE_INLINE void publish(uint64_t *place, uint64_t word)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(place)),
                 "l"(word)
                 : "memory");
}
WEFT_DEVICE_INLINE uint64_t poll(const uint64_t *place)
{
    uint64_t word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(word)
                 : "l"(__cvta_generic_to_global(place))
                 : "memory");
    return word;
}

/* The count of those who came here before, whichever their block. */
WEFT_DEVICE_INLINE uint32_t take(uint32_t *count)
{
    return atomicAdd(count, 1u);
}

/* Whether all threads of the group of 32 are here at once. Only then what follows may be called. */
WEFT_DEVICE_INLINE bool is_together()
{
    return __activemask() == 0xffffffff;
}

/* All threads of the group come here, and see what each has stored, before one goes on. */
WEFT_DEVICE_INLINE void group_barrier()
{
    __syncwarp();
}

/* The same, where threads are in step in a walk of a team. */
WEFT_DEVICE_INLINE void group_meets()
{
    __syncwarp();
}

/* The same of some threads of the group, a power of two that begins at a multiple of it. */
WEFT_DEVICE_INLINE void some_meet(uint32_t count)
{
    __syncwarp((0xffffffff >> (32 - count)) << (threadIdx.x % 32 & ~(count - 1)));
}

/* Adds to what other threads may add to at the same time. */
WEFT_DEVICE_INLINE void add_to(uint32_t *to, uint32_t x)
{
    atomicAdd(to, x);
}
WEFT_DEVICE_INLINE void add_to(uint64_t *to, uint64_t x)
{
    atomicAdd(reinterpret_cast<unsigned long long *>(to), (unsigned long long)x);
}

/* Whether all of the group say so. */
WEFT_DEVICE_INLINE bool for_all(bool own)
{
    return __all_sync(0xffffffff, own);
}

/* The least of what the group has here. */
WEFT_DEVICE_INLINE uint32_t least(uint32_t own)
{
    WEFT_UNROLL
    for (uint32_t distance = 16; distance > 0; distance /= 2) {
        const uint32_t other = __shfl_xor_sync(0xffffffff, own, distance);
        own = other < own ? other : own;
    }
    return own;
}

/* Of 32 rows, each a thread's, of so many columns, a power of two up to 32, the group visits all
 * elements in as many turns, together row by row: where a thread is at turn k, and how far it goes
 * on, of a row's and a column's distance. */
template <uint32_t columns> WEFT_DEVICE_INLINE uint32_t square_row(uint32_t k)
{
    return k * (32 / columns) + threadIdx.x % 32 / columns;
}
template <uint32_t columns> WEFT_DEVICE_INLINE uint32_t square_column(uint32_t)
{
    return threadIdx.x % columns;
}
template <uint32_t columns, class T> WEFT_DEVICE_INLINE T square_next(T row, T)
{
    return row * (32 / columns);
}

/* What the thread of the row has here. */
template <class T> WEFT_DEVICE_INLINE T from_row(const T &own, uint32_t row)
{
    return from_lane(own, row);
}

/* The upper 32 bits of a product. */
WEFT_DEVICE_INLINE uint32_t multiply_high(uint32_t a, uint32_t b)
{
    return __umulhi(a, b);
}

/* The four of eight bytes, the lower word's first, that the digits of `chosen` name, from the
 * lowest on. */
WEFT_DEVICE_INLINE uint32_t choose_bytes(uint32_t low, uint32_t high, uint32_t chosen)
{
    return __byte_perm(low, high, chosen);
}

/* The 32 bits of two words from a bit below 32 on. */
WEFT_DEVICE_INLINE uint32_t shift_words(uint32_t low, uint32_t high, uint32_t bit)
{
    return __funnelshift_r(low, high, bit);
}

/* Bits that are 1; zeros above the highest of them (64 of 0). */
WEFT_DEVICE_INLINE int bit_count(uint64_t x)
{
    return __popcll(x);
}
WEFT_DEVICE_INLINE int leading_zeros(uint64_t x)
{
    return __clzll((long long)x);
}

/* To float, towards zero. */
WEFT_DEVICE_INLINE float truncate_to_float(double x)
{
    return __double2float_rz(x);
}

WEFT_DEVICE_INLINE uint32_t bits_of(float x)
{
    return __float_as_uint(x);
}
WEFT_DEVICE_INLINE float float_of(uint32_t bits)
{
    return __uint_as_float(bits);
}

WEFT_DEVICE_INLINE float float16_to_float(uint16_t bits)
{
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
    return x;
}

WEFT_DEVICE_INLINE uint16_t float_to_float16(float x)
{
    uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}

/* Sums and products that are rounded by themselves, and x y + z rounded once; never contracted. */
WEFT_DEVICE_INLINE float add(float x, float y)
{
    return __fadd_rn(x, y);
}
WEFT_DEVICE_INLINE double add(double x, double y)
{
    return __dadd_rn(x, y);
}
WEFT_DEVICE_INLINE float multiply(float x, float y)
{
    return __fmul_rn(x, y);
}
WEFT_DEVICE_INLINE double multiply(double x, double y)
{
    return __dmul_rn(x, y);
}
WEFT_DEVICE_INLINE float multiply_add(float x, float y, float z)
{
    return __fmaf_rn(x, y, z);
}
WEFT_DEVICE_INLINE double multiply_add(double x, double y, double z)
{
    return __fma_rn(x, y, z);
}

/* The bytes at an address that is a multiple of their number, as storage elements. */
template <int bytes> WEFT_DEVICE_INLINE void load(void *to, const char *from)
{
    if constexpr (bytes == 16) {
        uint4 x = *reinterpret_cast<const uint4 *>(from);
        ::memcpy(to, &x, 16);
    } else if constexpr (bytes == 8) {
        uint2 x = *reinterpret_cast<const uint2 *>(from);
        ::memcpy(to, &x, 8);
    } else if constexpr (bytes == 4) {
        uint32_t x = *reinterpret_cast<const uint32_t *>(from);
        ::memcpy(to, &x, 4);
    } else if constexpr (bytes == 2) {
        uint16_t x = *reinterpret_cast<const uint16_t *>(from);
        ::memcpy(to, &x, 2);
    } else {
        ::memcpy(to, from, 1);
    }
}

template <int bytes> WEFT_DEVICE_INLINE void store(char *to, const void *from)
{
    if constexpr (bytes == 16) {
        uint4 x;
        ::memcpy(&x, from, 16);
        *reinterpret_cast<uint4 *>(to) = x;
    } else if constexpr (bytes == 8) {
        uint2 x;
        ::memcpy(&x, from, 8);
        *reinterpret_cast<uint2 *>(to) = x;
    } else if constexpr (bytes == 4) {
        uint32_t x;
        ::memcpy(&x, from, 4);
        *reinterpret_cast<uint32_t *>(to) = x;
    } else if constexpr (bytes == 2) {
        uint16_t x;
        ::memcpy(&x, from, 2);
        *reinterpret_cast<uint16_t *>(to) = x;
    } else {
        ::memcpy(to, from, 1);
    }
}

/* Copies as many bytes, 4, 8 or 16, to shared memory; they are there after wait_for_copies and a
 * barrier. */
template <int bytes> WEFT_DEVICE_INLINE void copy_later(void *to, const char *from)
{
#if __CUDA_ARCH__ >= 800
    const uint32_t target = (uint32_t)__cvta_generic_to_shared(to);
    if constexpr (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target),
                     "l"(__cvta_generic_to_global(from))
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(target),
                     "l"(__cvta_generic_to_global(from)), "n"(bytes)
                     : "memory");
#else
    alignas(bytes) char held[bytes];
    load<bytes>(held, from);
    store<bytes>((char *)to, held);
#endif
}

/* copy_later of a piece of a long row: what follows it there comes as far as the GPU's cache, so
 * that memory is read in pieces of 256 bytes. */
template <int bytes> WEFT_DEVICE_INLINE void copy_on_later(void *to, const char *from)
{
#if __CUDA_ARCH__ >= 800
    const uint32_t target = (uint32_t)__cvta_generic_to_shared(to);
    if constexpr (bytes == 16)
        asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16;" ::"r"(target),
                     "l"(__cvta_generic_to_global(from))
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global.L2::256B [%0], [%1], %2;" ::"r"(target),
                     "l"(__cvta_generic_to_global(from)), "n"(bytes)
                     : "memory");
#else
    copy_later<bytes>(to, from);
#endif
}

/* A place in shared memory for copy_later, kept in a register: a compiler would find it anew for
 * each copy. */
WEFT_DEVICE_INLINE uint32_t shared_place(const void *at)
{
    uint32_t place;
    asm volatile("mov.b32 %0, %1;" : "=r"(place) : "r"((uint32_t)__cvta_generic_to_shared(at)));
    return place;
}

/* copy_later<16>, to so many bytes behind such a place. */
WEFT_DEVICE_INLINE void copy_unit_later(uint32_t place, uint32_t behind, const char *from)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place + behind),
                 "l"(__cvta_generic_to_global(from))
                 : "memory");
#else
    *reinterpret_cast<uint4 *>(__cvta_shared_to_generic(place + behind)) =
        *reinterpret_cast<const uint4 *>(from);
#endif
}

WEFT_DEVICE_INLINE void wait_for_copies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/* copy_later of the first `count` bytes, an even number; the others become 0. */
template <int bytes>
WEFT_DEVICE_INLINE void copy_some_later(void *to, const char *from, uint32_t count)
{
#if __CUDA_ARCH__ >= 800
    const uint32_t target = (uint32_t)__cvta_generic_to_shared(to);
    if constexpr (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target),
                     "l"(__cvta_generic_to_global(from)), "r"(count)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(target),
                     "l"(__cvta_generic_to_global(from)), "n"(bytes), "r"(count)
                     : "memory");
#else
    alignas(bytes) uint16_t held[bytes / 2];
    WEFT_UNROLL
    for (uint32_t e = 0; e < bytes / 2; e++)
        held[e] = 2 * e < count ? *reinterpret_cast<const uint16_t *>(from + 2 * e) : 0;
    store<bytes>((char *)to, held);
#endif
}

/* The copies since the last such end are a batch; waits until all but the last `but` batches are
 * there. */
WEFT_DEVICE_INLINE void end_copies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <int but> WEFT_DEVICE_INLINE void wait_for_copies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(but) : "memory");
#endif
}

/* Copies of whole blocks to shared memory, which the threads of a block wait for together: one
 * thread begins them where the GPU has a unit for that, else all copy. `arrived` lies in shared
 * memory, and serves one round. All threads come to each of these. */
WEFT_DEVICE_INLINE void begin_block_copies(uint64_t *arrived)
{
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x == 0)
        asm volatile(
            "mbarrier.init.shared::cta.b64 [%0], 1;\n\t"
            "fence.proxy.async.shared::cta;" ::"r"((uint32_t)__cvta_generic_to_shared(arrived))
            : "memory");
#endif
}

/* `bytes`, a multiple of 16, between such addresses. */
WEFT_DEVICE_INLINE void copy_block_later(void *to, const char *from, uint32_t bytes,
                                         uint32_t threads, uint64_t *arrived)
{
#if __CUDA_ARCH__ >= 900
    const uint32_t barrier = (uint32_t)__cvta_generic_to_shared(arrived);
    if (threadIdx.x == 0 && bytes > 0)
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%3], %2;\n\t"
                     "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                     "[%1], %2, [%3];" ::"r"((uint32_t)__cvta_generic_to_shared(to)),
                     "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(barrier)
                     : "memory");
#else
    WEFT_ROLLED
    for (uint32_t at = threadIdx.x * 16; at < bytes; at += threads * 16)
        copy_later<16>((char *)to + at, from + at);
#endif
}

/* Also for all that this thread's copy_later began; then a barrier. */
WEFT_DEVICE_INLINE void wait_for_block_copies(uint64_t *arrived)
{
    wait_for_copies();
#if __CUDA_ARCH__ >= 900
    const uint32_t barrier_at = (uint32_t)__cvta_generic_to_shared(arrived);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier_at) : "memory");
    barrier();
    asm volatile("{\n\t.reg .pred done;\n"
                 "AGAIN%=:\n\tmbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n\t"
                 "@!done bra AGAIN%=;\n\t}" ::"r"(barrier_at)
                 : "memory");
#else
    barrier();
#endif
}

/* The same from shared memory, behind end_stores by all that stored there, and a barrier; none
 * stores there again. */
WEFT_DEVICE_INLINE void end_stores()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}
WEFT_DEVICE_INLINE void copy_block_back(char *to, const void *from, uint32_t bytes,
                                        uint32_t threads)
{
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x == 0 && bytes > 0)
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n\t"
                     "cp.async.bulk.commit_group;" ::"l"(__cvta_generic_to_global(to)),
                     "r"((uint32_t)__cvta_generic_to_shared(from)), "r"(bytes)
                     : "memory");
#else
    WEFT_ROLLED
    for (uint32_t at = threadIdx.x * 16; at < bytes; at += threads * 16)
        *reinterpret_cast<uint4 *>(to + at) =
            *reinterpret_cast<const uint4 *>((const char *)from + at);
#endif
}
WEFT_DEVICE_INLINE void wait_for_blocks_back()
{
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x == 0)
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
#endif
}

#else

/* Where the stand-in for a launch is: set by whoever walks the blocks and threads. */
inline thread_local uint32_t current_block, current_thread;

inline uint32_t block_index()
{
    return current_block;
}
inline uint32_t thread_index()
{
    return current_thread;
}
inline uint32_t layer_index(uint32_t blocks)
{
    return current_block / blocks;
}

alignas(16) inline thread_local unsigned char shared_room[48 << 10];

void barrier(); /* theirs, too */

inline void others_meet(uint32_t)
{
    barrier();
}
inline void wait_for_others(uint32_t)
{
    barrier();
}
inline bool barrier_any(bool own)
{
    barrier();
    return own; /* all say the same */
}
inline bool comes_along(bool)
{
    return true;
} /* all of a block exchange at once */

/* What another thread of the block has here. */
template <class T> inline T from_thread(const T &own, uint32_t thread)
{
    alignas(16) static thread_local unsigned char all[1024][sizeof(T)];
    T other;
    ::memcpy(all[current_thread], &own, sizeof(T));
    barrier();
    ::memcpy(&other, all[thread], sizeof(T));
    barrier();
    return other;
}

template <class T> inline T from_further(const T &own, uint32_t distance)
{
    return from_thread(own, current_thread % 32 + distance < 32 ? current_thread + distance
                                                                : current_thread);
}

template <class T> inline T from_partner(const T &own, uint32_t distance)
{
    return from_thread(own, current_thread ^ distance);
}

template <class T> inline T read_only(const T *from)
{
    return *from;
}

template <class T> inline T from_last(const T &own)
{
    return from_thread(own, current_thread | 31);
}

template <class T> inline T from_earlier(const T &own, uint32_t distance)
{
    return from_thread(own, current_thread % 32 >= distance ? current_thread - distance
                                                            : current_thread);
}

template <class T> inline T from_lane(const T &own, uint32_t lane)
{
    return from_thread(own, (current_thread & ~31u) | lane);
}

/* Here a block ends before the next begins: what is not yet published never is. */
inline void publish(uint64_t *place, uint64_t word)
{
    *place = word;
}
inline uint64_t poll(const uint64_t *place)
{
    if (*place == 0)
        __builtin_trap();
    return *place;
}

inline uint32_t take(uint32_t *count)
{
    return (*count)++;
}

/* Here each thread visits the square's row that is its own. */
inline bool is_together()
{
    return true;
}
inline void group_barrier() {}
inline void group_meets()
{
    barrier();
}
inline void some_meet(uint32_t)
{
    barrier();
}
template <class T> inline void add_to(T *to, T x)
{
    *to += x;
}
inline bool for_all(bool own)
{
    return own;
}
inline uint32_t least(uint32_t own)
{
    return own;
}
template <uint32_t> inline uint32_t square_row(uint32_t)
{
    return current_thread % 32;
}
template <uint32_t> inline uint32_t square_column(uint32_t k)
{
    return k;
}
template <uint32_t, class T> inline T square_next(T, T column)
{
    return column;
}
template <class T> inline T from_row(const T &own, uint32_t)
{
    return own;
}

inline uint32_t multiply_high(uint32_t a, uint32_t b)
{
    return (uint32_t)(((uint64_t)a * b) >> 32);
}

inline uint32_t choose_bytes(uint32_t low, uint32_t high, uint32_t chosen)
{
    const uint64_t both = (uint64_t)high << 32 | low;
    uint32_t made = 0;
    for (int k = 0; k < 4; k++)
        made |= (uint32_t)(both >> (chosen >> 4 * k & 7) * 8 & 0xFF) << 8 * k;
    return made;
}

inline uint32_t shift_words(uint32_t low, uint32_t high, uint32_t bit)
{
    return (uint32_t)(((uint64_t)high << 32 | low) >> bit);
}

inline int bit_count(uint64_t x)
{
    return __builtin_popcountll(x);
}
inline int leading_zeros(uint64_t x)
{
    return x == 0 ? 64 : __builtin_clzll(x);
}

inline uint32_t bits_of(float x)
{
    return weft_bits_of_float(x);
}
inline float float_of(uint32_t bits)
{
    return weft_float_of_bits(bits);
}

inline float truncate_to_float(double x)
{
    float nearest = (float)x;
    double back = (double)nearest;
    if ((x < 0 ? -back : back) > (x < 0 ? -x : x)) /* rounded away: one step back */
        return float_of(bits_of(nearest) - 1);
    return nearest;
}

inline float float16_to_float(uint16_t bits)
{
    return weft_widen(bits, 16, 11);
}

/* A GPU makes one NaN of all. */
inline uint16_t float_to_float16(float x)
{
    return x != x ? 0x7FFF : (uint16_t)weft_narrow(x, 16, 11);
}

inline float add(float x, float y)
{
    return x + y;
}
inline double add(double x, double y)
{
    return x + y;
}
inline float multiply(float x, float y)
{
    return x * y;
}
inline double multiply(double x, double y)
{
    return x * y;
}
inline float multiply_add(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}
inline double multiply_add(double x, double y, double z)
{
    return __builtin_fma(x, y, z);
}

/* A GPU faults at addresses that are no multiple of the bytes. */
template <int bytes> inline void check_aligned(const void *at)
{
    if ((uintptr_t)at % bytes != 0)
        __builtin_trap();
}

template <int bytes> inline void load(void *to, const char *from)
{
    check_aligned<bytes>(from);
    ::memcpy(to, __builtin_assume_aligned(from, bytes), bytes);
}

template <int bytes> inline void store(char *to, const void *from)
{
    check_aligned<bytes>(to);
    ::memcpy(__builtin_assume_aligned(to, bytes), from, bytes);
}

template <int bytes> inline void copy_later(void *to, const char *from)
{
    check_aligned<bytes>(from);
    store<bytes>((char *)to, from);
}

template <int bytes> inline void copy_on_later(void *to, const char *from)
{
    copy_later<bytes>(to, from);
}

inline uint32_t shared_place(const void *at)
{
    return (uint32_t)((const unsigned char *)at - shared_room);
}
inline void copy_unit_later(uint32_t place, uint32_t behind, const char *from)
{
    copy_later<16>(shared_room + place + behind, from);
}

inline void wait_for_copies() {}

template <int bytes> inline void copy_some_later(void *to, const char *from, uint32_t count)
{
    check_aligned<bytes>(from);
    check_aligned<bytes>(to);
    ::memset(to, 0, bytes);
    ::memcpy(to, from, count);
}

inline void end_copies() {}
template <int but> inline void wait_for_copies() {}

inline void begin_block_copies(uint64_t *) {}
inline void copy_block_later(void *to, const char *from, uint32_t bytes, uint32_t threads,
                             uint64_t *)
{
    for (uint32_t at = current_thread * 16; at < bytes; at += threads * 16)
        copy_later<16>((char *)to + at, from + at);
}
inline void wait_for_block_copies(uint64_t *)
{
    barrier();
}
inline void end_stores() {}
inline void copy_block_back(char *to, const void *from, uint32_t bytes, uint32_t threads)
{
    for (uint32_t at = current_thread * 16; at < bytes; at += threads * 16)
        store<16>(to + at, (const char *)from + at);
}
inline void wait_for_blocks_back() {}

#endif

} // namespace weft::machine
#endif
