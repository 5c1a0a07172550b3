/* blas.cpp: a stand-in for cuBLAS over the stand-in of the driver: the functions that libweft uses, by plain loops
 * over matrices that lie by columns, and what the library asks of its arguments. Sums are taken from the last product
 * to the first, so that nobody can rely on an order.
 * stand_in_blas_calls() counts the products. */
#include <cuda.h>

#include <dlfcn.h>

#include <complex>
#include <cstdint>

#include <weft/convert.h>

namespace
{

enum { INVALID_VALUE = 7, NOT_SUPPORTED = 15 };

struct handle {
    CUstream stream;
    void *workspace;
};

long calls;

/* An element's value in the type that sums are taken in. */
template <typename T> struct element {
    using sum = T;
    static sum load(const T &x) { return x; }
    static void store(T &x, sum value) { x = value; }
};
struct half {
    uint16_t bits;
};
struct bhalf {
    uint16_t bits;
};
template <> struct element<half> {
    using sum = float;
    static sum load(const half &x) { return (float)weft_widen(x.bits, 16, 11); }
    static void store(half &x, sum value) { x.bits = (uint16_t)weft_narrow(value, 16, 11); }
};
template <> struct element<bhalf> {
    using sum = float;
    static sum load(const bhalf &x) { return (float)weft_widen(x.bits, 16, 8); }
    static void store(bhalf &x, sum value) { x.bits = (uint16_t)weft_narrow(value, 16, 8); }
};

/* By the driver that the program has: there are several, one for each set of kernels. */
bool synchronize(CUstream stream)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    auto wait = driver ? (CUresult(*)(CUstream))dlsym(driver, "cuStreamSynchronize") : nullptr;
    return wait && wait(stream) == CUDA_SUCCESS;
}

template <typename T> T conjugate(T x) { return x; }
template <typename T> std::complex<T> conjugate(std::complex<T> x) { return std::conj(x); }

/* Element (row, column) of op(matrix). */
template <typename T>
typename element<T>::sum at(const T *matrix, int op, int lead, int row, int column)
{
    const long place = op == 0 ? row + (long)column * lead : column + (long)row * lead;
    const auto value = element<T>::load(matrix[place]);
    return op == 2 ? conjugate(value) : value;
}

template <typename T, typename C>
int multiply(int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_lead, long long a_step,
             const void *b, int b_lead, long long b_step, const void *beta, void *c, int c_lead, long long c_step,
             int count)
{
    using sum = typename element<T>::sum;
    for (int item = 0; item < count; item++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
                sum total = 0;
                for (int p = k; p-- > 0;)
                    total += at((const T *)a + item * a_step, op_a, a_lead, i, p) *
                             at((const T *)b + item * b_step, op_b, b_lead, p, j);
                C &place = ((C *)c + item * c_step)[i + (long)j * c_lead];
                const sum old = *(const sum *)beta == sum(0) ? sum(0) : (sum)element<C>::load(place);
                element<C>::store(place, *(const sum *)alpha * total + *(const sum *)beta * old);
            }
    return 0;
}

} // namespace

extern "C" {

long stand_in_blas_calls(void)
{
    return calls;
}

int cublasCreate_v2(handle **made)
{
    *made = new handle{};
    return 0;
}
int cublasSetStream_v2(handle *of, CUstream stream)
{
    *of = {stream, nullptr};
    return 0;
}
int cublasSetWorkspace_v2(handle *of, void *workspace, size_t)
{
    of->workspace = workspace;
    return (uintptr_t)workspace % 256 == 0 ? 0 : INVALID_VALUE;
}

int cublasGemmStridedBatchedEx(handle *of, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a,
                               int a_type, int a_lead, long long a_step, const void *b, int b_type, int b_lead,
                               long long b_step, const void *beta, void *c, int c_type, int c_lead, long long c_step,
                               int count, int compute, int)
{
    const bool is_complex = a_type == 4 || a_type == 5, is_wide = a_type == 1 || a_type == 5;
    if (!of->workspace || m < 0 || n < 0 || k < 0 || count < 0 || a_lead < (op_a ? k : m) || a_lead < 1 ||
        b_lead < (op_b ? n : k) || b_lead < 1 || c_lead < m || c_lead < 1 || a_type != b_type ||
        compute != (is_wide ? 70 : 68) || (!is_complex && (op_a == 2 || op_b == 2)))
        return INVALID_VALUE;
    if (!synchronize(of->stream))
        return INVALID_VALUE;
    calls++;
#define MULTIPLY(T, C) \
    multiply<T, C>(op_a, op_b, m, n, k, alpha, a, a_lead, a_step, b, b_lead, b_step, beta, c, c_lead, c_step, count)
    switch (a_type * 100 + c_type) {
    case 0:
        return MULTIPLY(float, float);
    case 101:
        return MULTIPLY(double, double);
    case 202:
        return MULTIPLY(half, half);
    case 200:
        return MULTIPLY(half, float);
    case 404:
        return MULTIPLY(std::complex<float>, std::complex<float>);
    case 505:
        return MULTIPLY(std::complex<double>, std::complex<double>);
    case 1414:
        return MULTIPLY(bhalf, bhalf);
    case 1400:
        return MULTIPLY(bhalf, float);
    default:
        return NOT_SUPPORTED;
    }
#undef MULTIPLY
}

int cublasGemmEx(handle *of, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type,
                 int a_lead, const void *b, int b_type, int b_lead, const void *beta, void *c, int c_type, int c_lead,
                 int compute, int algorithm)
{
    return cublasGemmStridedBatchedEx(of, op_a, op_b, m, n, k, alpha, a, a_type, a_lead, 0, b, b_type, b_lead, 0,
                                      beta, c, c_type, c_lead, 0, 1, compute, algorithm);
}

} // extern "C"
