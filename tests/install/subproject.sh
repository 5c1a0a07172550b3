#!/bin/sh
# Builds a small project that has Weft as a subdirectory.
#   subproject.sh WEFT_FOLDER PROJECT CC
set -eu
CC=$3
export CC

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
cmake -G Ninja -S "$2" -B "$folder" "-DWEFT_FOLDER=$1" -DWEFT_CUDA=OFF -DCMAKE_BUILD_TYPE=Debug -DWEFT_OPTIMISED_KERNELS=NONE
cmake --build "$folder" --target app
"$folder/app"
# A second build has nothing to do.
ninja -C "$folder" app | tee "$folder/log"
grep -q 'no work to do' "$folder/log"
