#!/bin/sh
# Builds Weft and passes its tests: as the quick preset, then under address and undefined behaviour
# sanitizers. Installs the Debian packages that are missing (and, where there is no nvcc, CUDA's
# compiler into build/nvcc), and says so; what compilers made is kept by ccache, so a second run is shorter.
# tests/README.md says what quick, asan and full each hold. Each ends with its slowest tests, and the last line
# is "N passed, N failed, N skipped".
#   sh tests/run.sh                quick and asan, what every change passes
#   sh tests/run.sh full tsan      all sweeps, and the thread sanitizer: what a release passes
#   sh tests/run.sh PRESET…        any of CMakePresets.json
set -u
cd "$(dirname "$0")/.." || exit 1

[ $# -gt 0 ] || set -- quick asan
passed=0 failed=0 skipped=0

sh cmake/install-packages.sh gcc g++ libc6-dev cmake ninja-build pkg-config python3 python3-venv \
    python3-dev ca-certificates libclang-19-dev libcmocka-dev libpng-dev liberfa-dev libmpfr-dev dpkg-dev \
    ccache clang-format gdb || exit 1
case " $* " in
*" full "*) sh cmake/install-packages.sh openmpi-bin libopenmpi-dev debootstrap gcc-aarch64-linux-gnu \
    libc6-dev-arm64-cross qemu-user || exit 1 ;; # clusters, bare machines, 64-bit ARM
esac
if ! NVCC=$(sh cmake/find-nvcc.sh) && ! NVCC=$(sh cmake/install-nvcc.sh build/nvcc); then
    echo "no nvcc to be had: the gpu target is left out" >&2
    NVCC=
fi
export NVCC
export CCACHE_NOHASHDIR=1 # what one folder's build has compiled is another's, too

# NumPy, for the Python package and its tests: Debian's is too old. Without it these are left out.
python=$PWD/build/python/bin/python
if [ ! -x "$python" ] || ! "$python" -c 'import numpy, pytest' 2>/dev/null; then
    { python3 -m venv build/python && build/python/bin/pip -q install 'numpy>=2.1' pytest; } ||
        echo "no NumPy to be had: the Python package is left out" >&2
fi
"$python" -c 'import numpy, pytest' 2>/dev/null || python=

# Adds the counts of a JUnit report: attribute NAME of its <testsuite>.
count() {
    sed -n "/<testsuite /,/>/s/.*[[:space:]]$2=\"\([0-9]*\)\".*/\1/p" "$1" | head -n 1
}

# The slowest 15 tests of a JUnit report, seconds and names.
slowest() {
    sed -n 's/.*<testcase name="\([^"]*\)".* time="\([0-9.]*\)".*/\2 \1/p' "$1" | sort -rn | head -n 15 |
        while read -r seconds name; do printf '%8.1f s  %s\n' "$seconds" "$name"; done
}

# Seconds since the run began.
began=$(date +%s)
since() {
    echo "$(($(date +%s) - began)) s"
}

for preset in "$@"; do
    echo "==== $preset: configure and build"
    report=build/$preset/tests.xml
    rm -f "$report"
    if cmake --preset "$preset" -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
        ${python:+"-DPython3_EXECUTABLE=$python"} && cmake --build --preset "$preset"; then
        echo "==== $preset: tests (after $(since))"
        ctest --test-dir "build/$preset" --output-on-failure --parallel "$(nproc)" \
            --no-tests=error --timeout 600 --output-junit tests.xml
    fi
    if [ -f "$report" ]; then
        total=$(count "$report" tests)
        bad=$(count "$report" failures)
        left=$(($(count "$report" skipped) + $(count "$report" disabled)))
        failed=$((failed + bad))
        skipped=$((skipped + left))
        passed=$((passed + total - bad - left))
        echo "==== $preset: the slowest tests (after $(since))"
        slowest "$report"
    else
        echo "==== $preset: did not get as far as the tests" >&2
        failed=$((failed + 1))
    fi
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
