#!/bin/sh
# Builds a small project that has Weft as a subdirectory.
#   subproject.sh WEFT_FOLDER PROJECT CC LAUNCHER FLAGS
# Weft's own files are compiled by the flags of the build that calls this, so that a cache of compilations
# that launches the compiler has them; the project's as Debug.
set -eu
CC=$3
export CC

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
cmake -G Ninja -S "$2" -B "$folder" "-DWEFT_FOLDER=$1" -DWEFT_CUDA=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo -DWEFT_WERROR=ON \
    -DWEFT_OPTIMISED_KERNELS=WIDEST "-DCMAKE_C_COMPILER_LAUNCHER=$4" "-DCMAKE_C_FLAGS_RELWITHDEBINFO=$5"
cmake --build "$folder" --target app
"$folder/app"
# A second build has nothing to do.
ninja -C "$folder" app | tee "$folder/log"
grep -q 'no work to do' "$folder/log"
