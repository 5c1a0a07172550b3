#!/bin/sh
# Installs a build into a temporary folder and uses it there.
#   install.sh BUILD CONSUMER CC
set -eu
build=$1 consumer=$2 CC=$3
export CC

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
prefix=$folder/prefix
cmake --install "$build" --prefix "$prefix" >"$folder/log" || { cat "$folder/log"; exit 1; }
for file in bin/weft include/weft/weft.h include/weft/annotate.h share/man/man1/weft.1; do
    [ -f "$prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done

echo "== find_package"
cmake -G Ninja -S "$consumer" -B "$folder/build" "-DCMAKE_PREFIX_PATH=$prefix"
cmake --build "$folder/build"
"$folder/build/app"
# A second build has nothing to do.
ninja -C "$folder/build" | tee "$folder/log"
grep -q 'no work to do' "$folder/log"

echo "== a project without C is told so"
mkdir "$folder/other"
cat >"$folder/other/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES NONE)
find_package(Weft REQUIRED)
END
if cmake -G Ninja -S "$folder/other" -B "$folder/other/build" "-DCMAKE_PREFIX_PATH=$prefix" \
    >"$folder/log" 2>&1; then
    echo "found without C" && exit 1
fi
grep -q 'Weft compiles C: write' "$folder/log" || { cat "$folder/log"; exit 1; }

echo "== pkg-config"
libraries=$(dirname "$(find "$prefix" -name weft.pc)")
PKG_CONFIG_PATH=$libraries
export PKG_CONFIG_PATH
tool=$(pkg-config --variable=tool weft)
"$tool" --version
"$tool" build "$consumer/polynomial.c" -o "$folder/libpolynomial.so" --targets=cpu,parallel
"$tool" list "$folder/libpolynomial.so"
# shellcheck disable=SC2046 # the flags are split on purpose
"$CC" "$consumer/open_library.c" -o "$folder/open_library" $(pkg-config --cflags --libs weft) \
    "-Wl,-rpath,${libraries%/pkgconfig}"
"$folder/open_library" "$folder/libpolynomial.so"
