#!/bin/sh
# Builds the new project for 64-bit ARM from what the tool generated, and runs it under qemu.
#   cross.sh WEFT_FOLDER WEFT        77: there is no compiler for 64-bit ARM
set -eu
root=$1 weft=$2
command -v aarch64-linux-gnu-gcc >/dev/null || { echo "skipped: no aarch64-linux-gnu-gcc"; exit 77; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
cd "$folder"
cp "$root/examples/new_project/kernels.c" "$root/examples/new_project/main.c" .
"$weft" generate kernels.c -o generated --targets=cpu,parallel
cat >aarch64.cmake <<'END'
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
END
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES C)
set(WEFT_CUDA OFF)
set(WEFT_GENERATOR OFF)
add_subdirectory("$root" weft EXCLUDE_FROM_ALL)
add_executable(app main.c)
weft_add_generated(app FOLDER generated STEMS kernels TARGETS cpu parallel)
END
cmake -G Ninja -B build --toolchain aarch64.cmake -DCMAKE_BUILD_TYPE=Release >log || { cat log; exit 1; }
cmake --build build --target app >log || { cat log; exit 1; }
command -v qemu-aarch64 >/dev/null || { echo "built, not run: no qemu-aarch64"; exit 0; }
for target in cpu parallel; do
    WEFT_TARGET=$target qemu-aarch64 -L /usr/aarch64-linux-gnu build/app | tee log
    printf '%s\n' ' 5.000  6.403  8.944   mean  6.782' '12.369 13.000 14.422   mean 13.264' | cmp - log
done
