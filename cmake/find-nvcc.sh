#!/bin/sh
# Prints the path of nvcc: $NVCC, PATH, $CUDA_PATH, the usual install folder. Fails silently.
set -eu
for nvcc in "${NVCC:-}" "$(command -v nvcc || :)" "${CUDA_PATH:-/nonexistent}/bin/nvcc" \
    /usr/local/cuda/bin/nvcc; do
    if [ -n "$nvcc" ] && [ -x "$nvcc" ]; then
        echo "$nvcc"
        exit 0
    fi
done
exit 1
