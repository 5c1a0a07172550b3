__device__ float inverse_root(float x) { return rsqrtf(x); }
__device__ double theirs(double x) { return x; }
