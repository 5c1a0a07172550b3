#!/bin/sh
# Installs a build into a temporary folder and uses it there.
#   install.sh BUILD CONSUMER REFUSED CC NVCC, which may be ""
# With WEFT_LONG_TESTS in the environment, what nvcc refuses by make, too, and at two feature levels.
set -eu
build=$1 consumer=$2 refused=$3 CC=$4 nvcc=$5
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

echo "== a kernel that nvcc refuses, and one that ptxas does"
cat >"$folder/ptxas" <<END
#!/bin/sh
! grep -q tight_float64 "\$2" || { echo "ptxas error : tight is too much"; exit 1; }
exec "\$(dirname "\$(realpath "$nvcc")")/ptxas" "\$@"
END
chmod +x "$folder/ptxas"
for maker in Ninja "Unix Makefiles"; do
    [ "$nvcc" ] || { echo "skipped: there is no nvcc"; break; }
    [ "$maker" = Ninja ] || [ "${WEFT_LONG_TESTS-}" ] || break
    rm -rf "$folder/refused"
    NVCC= cmake -G "$maker" -S "$refused" -B "$folder/refused" "-DCMAKE_PREFIX_PATH=$prefix" \
        "-DWEFT_NVCC=$nvcc" "-DWEFT_PTXAS=$folder/ptxas" \
        "-DARCHITECTURES=${WEFT_LONG_TESTS:+75;}90"
    cmake --build "$folder/refused" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
    grep -q "warning: no gpu kernel for 'bad': the device compiler refuses it" "$folder/log"
    grep -q "warning: no gpu kernel for 'tight': .* ptxas error" "$folder/log"
    "$prefix/bin/weft" list --long "$folder/refused/libkernels.so" | tee "$folder/list"
    for name in bad größe squares tight; do
        grep -q "^$name[. ].*\[cpu,parallel\]" "$folder/list"
    done
    for name in good cubes another; do
        grep -q "^$name[. ].*\[cpu,parallel,gpu\]" "$folder/list"
    done
    [ "$(grep -c 'no gpu kernels: the device compiler refuses it' "$folder/list")" = 4 ]
    # A second build has nothing to do.
    cmake --build "$folder/refused" >"$folder/log" 2>&1
    ! grep -E 'nvcc|Building' "$folder/log"
done

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
# shellcheck disable=SC2046
"$CC" "$consumer/shipped.c" -o "$folder/shipped" $(pkg-config --cflags --libs weft_std) \
    "-Wl,-rpath,${libraries%/pkgconfig}"
"$folder/shipped"
"$folder/open_library" "$folder/libpolynomial.so"
