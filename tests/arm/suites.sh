#!/bin/sh
# Builds the call suite, NumPy's answers and libweft_std for 64-bit ARM, and runs them under qemu.
#   suites.sh WEFT        77: there is no compiler for 64-bit ARM, or no qemu
set -eu
weft=$1 here=$(cd "$(dirname "$0")" && pwd)
for needed in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$needed" >/dev/null || { echo "skipped: no $needed"; exit 77; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
cat >"$folder/aarch64.cmake" <<'END'
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
END
cmake -G Ninja -S "$here/project" -B "$folder/build" --toolchain "$folder/aarch64.cmake" \
    -DCMAKE_BUILD_TYPE=Release -DWEFT_TOOL="$weft" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
cmake --build "$folder/build" --target call_tests numpy_replay >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }

cd "$folder/build"
export OMP_WAIT_POLICY=passive
for target in cpu parallel wrong-cpu; do
    qemu-aarch64 -L /usr/aarch64-linux-gnu ./call_tests "$target"
done
for target in cpu parallel; do
    qemu-aarch64 -L /usr/aarch64-linux-gnu ./numpy_replay "$target" weft/runtime/libweft_std.so \
        "$here"/../numpy/cases/*.txt "$here/../numpy/differs.txt"
done
