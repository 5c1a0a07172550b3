#!/bin/sh
# cmake/cached.sh before a compiler that writes down each time it runs: what it made is taken again where nothing that it
# reads has changed, in whatever folder, and made anew where something has.
#   sh cached.sh cmake/cached.sh
set -eu
cached=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/weft-cached.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM

cat >"$work/compiler" <<'EOF'
#!/bin/sh
[ "$1" != --version ] || { cat "$0.version" && exit; }
echo run >>"$0.log"
for word in "$@"; do case $word in *.out) output=$word ;; fail) exit 3 ;; esac done
{ echo "$@" | sed 's|[^ ]*/||g' && cat "$(dirname "$output")"/*.cu; } >"$output"
EOF
chmod +x "$work/compiler"
echo 1 >"$work/compiler.version"

# make_folder NAME: a source that reads b.cuh by a macro, which reads c.h beside itself
make_folder() {
    mkdir -p "$work/$1/device/deep"
    echo '#include "own.h"' >"$work/$1/a.cu"
    echo '#define LOOP <deep/b.cuh>' >"$work/$1/own.h"
    echo '#if 0
#  include "c.h"
#endif' >"$work/$1/device/deep/b.cuh"
    echo 'int c;' >"$work/$1/device/deep/c.h"
}

# compile FOLDER RUNS WHAT [OPTION…]: after it the compiler has run so often
compile() {
    folder=$work/$1 runs=$2 what=$3
    shift 3
    rm -f "$folder/a.out"
    sh "$cached" "$work/cache" "$folder/a.out" "$folder/a.d" "$folder/a.cu" -- \
        "$work/compiler" "-I$folder/device" "$@" "$folder/a.cu" "$folder/a.out"
    [ -f "$folder/a.out" ] || { echo "$what: there is no output" >&2 && exit 1; }
    count=$(grep -c run "$work/compiler.log")
    [ "$count" -eq "$runs" ] || { echo "$what: the compiler ran $count times, not $runs" >&2 && exit 1; }
}

make_folder one
compile one 1 "the first time"
cp "$work/one/a.out" "$work/first"
compile one 1 "again"
cmp "$work/one/a.out" "$work/first"
for file in a.cu own.h device/deep/b.cuh device/deep/c.h; do
    grep -qF "$work/one/$file" "$work/one/a.d" || { echo "the depfile lacks $file" >&2 && exit 1; }
done
make_folder two
compile two 1 "in another folder"
compile two 2 "with another option" -O2
echo 'int d;' >"$work/two/device/deep/c.h"
compile two 3 "with another header of a header"
compile one 3 "as at first"
echo 2 >"$work/compiler.version"
compile one 4 "by another compiler"
rm -r "$work/cache"
touch "$work/cache"
compile one 5 "where there can be no cache"
if sh "$cached" "$work/none" "$work/one/a.out" - "$work/one/a.cu" -- "$work/compiler" fail "$work/one/a.out"; then
    echo "a compiler that fails succeeds" >&2
    exit 1
fi
[ ! -e "$work/none" ] || [ -z "$(ls "$work/none")" ] || { echo "what failed is kept" >&2 && exit 1; }
