#!/bin/sh
# What a project is told that asks for what is not there: one error, of one sentence.
#   told.sh BUILD CC
set -eu
build=$1 CC=$2
export CC

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
prefix=$folder/prefix
cmake --install "$build" --prefix "$prefix" >"$folder/log" || { cat "$folder/log"; exit 1; }
mkdir "$folder/project"
cd "$folder/project"
cat >k.c <<'END'
#include <weft/annotate.h>
WEFT_VECTORIZE("float64(float64)") double answer(double x) { return ANSWER * x; }
END
echo 'int main(void) { return 0; }' >app.c
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES C)
set(WEFT_CUDA OFF)
find_package(Weft REQUIRED COMPONENTS ${COMPONENTS})
add_executable(app app.c)
include(case.cmake)
END

# configure CASE [OPTION…]: the text of case.cmake
configure() {
    echo "$1" >case.cmake
    shift
    cmake -G Ninja -B build "-DCMAKE_PREFIX_PATH=$prefix" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@" >log 2>&1
}

# told SENTENCE CASE [OPTION…]
told() {
    sentence=$1
    shift
    if configure "$@"; then
        echo "not refused: $*" && exit 1
    fi
    tr -s ' \n' ' ' <log >line
    if ! grep -qF -- "$sentence" line || [ "$(grep -c 'CMake Error' log)" != 1 ]; then
        echo "instead of: $sentence" && cat log && exit 1
    fi
}

told 'weft_add_ufuncs(app): SOURCES is missing' 'weft_add_ufuncs(app)'
told 'weft_add_ufuncs(app): unknown arguments: k.c' 'weft_add_ufuncs(app k.c SOURCES k.c)'
told "weft_add_ufuncs(app): there is no file $PWD/nokern.c" 'weft_add_ufuncs(app SOURCES nokern.c)'
told "weft_add_ufuncs(app): there is no file $PWD/other.c" 'weft_add_ufuncs(app SOURCES k.c FOREIGN_SOURCES other.c)'
told 'weft_add_ufuncs(app): unknown keyword TARGET; there are SOURCES, TARGETS,' \
    'weft_add_ufuncs(app SOURCES k.c TARGET cpu)'
told 'the target has ufuncs already; give all sources to one call' \
    'weft_add_ufuncs(app SOURCES k.c)
    weft_add_ufuncs(app SOURCES k.c)'
told 'weft_add_ufuncs(weft): call the target otherwise' \
    'add_executable(weft app.c)
    weft_add_ufuncs(weft SOURCES k.c)'
told 'weft_add_ufuncs(my::app): that is another name of app; say app' \
    'add_executable(my::app ALIAS app)
    weft_add_ufuncs(my::app SOURCES k.c)'
told 'weft_add_ufuncs(headers): nothing is compiled into it (INTERFACE_LIBRARY); the target must be' \
    'add_library(headers INTERFACE)
    weft_add_ufuncs(headers SOURCES k.c)'
told 'weft_add_ufuncs(step): nothing is compiled into it (UTILITY); the target must be' \
    'add_custom_target(step)
    weft_add_ufuncs(step SOURCES k.c)'
told 'weft_add_ufuncs(Weft::runtime): an imported target is not built here; make a library of your own' \
    'weft_add_ufuncs(Weft::runtime SOURCES k.c)'

echo "== definitions among OPTIONS are an editor's too; a source may be made by the build"
# shellcheck disable=SC2016 # CMake expands these
configure 'add_custom_command(OUTPUT made.c COMMAND ${CMAKE_COMMAND} -E copy "${CMAKE_SOURCE_DIR}/k.c" made.c)
    weft_add_ufuncs(app SOURCES "${CMAKE_BINARY_DIR}/made.c" OPTIONS -DANSWER=42)'
grep '"command".*made\.c' build/compile_commands.json | grep -q -- -DANSWER=42
cmake --build build >log || { cat log; exit 1; }

echo "== without the shipped functions, and without the tool"
"$prefix/bin/weft" generate k.c -o generated --targets=cpu,parallel -DANSWER=42
find "$prefix" -name 'libweft_std.so.*' -exec rm {} +
rm "$prefix/bin/weft" "$(find "$prefix" -name WeftToolTarget.cmake)"
rm -r build
told 'apt install weft' 'weft_add_ufuncs(app SOURCES k.c)'
told 'Weft::std' 'target_link_libraries(app PRIVATE Weft::std)'
grep -q 'no Weft::std (Debian: apt install libweft-std0)' log
told 'Weft::tool is not installed' '' -DCOMPONENTS=tool
configure 'weft_add_generated(app FOLDER generated STEMS k TARGETS cpu parallel)' -DCOMPONENTS=runtime
cmake --build build >log || { cat log; exit 1; }
build/app
