__device__ float twice(float x) { return x + x; }
