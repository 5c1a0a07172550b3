template <class T> __device__ void columns(long m, int n, const T *x, T weight, T *sum, long *count);
