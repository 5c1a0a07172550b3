#!/bin/sh
# Makes the Debian packages of a build, twice, unpacks them and uses Weft from there: the tool, a
# consumer's project by each of CMake's makers, and the finished program with the libraries alone.
#   packages.sh BUILD CONSUMER CC
set -eu
build=$1 consumer=$2 CC=$3
export CC
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: there is no dpkg-shlibdeps"; exit 77; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
SOURCE_DATE_EPOCH=1000000000
export SOURCE_DATE_EPOCH
for copy in one two; do
    (cd "$build" && cpack -G DEB -B "$folder/$copy" >"$folder/log" 2>&1) || { cat "$folder/log"; exit 1; }
done
for package in "$folder"/one/*.deb; do
    cmp "$package" "$folder/two/$(basename "$package")"
done

depends() {
    dpkg-deb -f "$folder"/one/"$1"_*.deb Depends
}
echo "== what a finished program needs is libc and OpenMP"
for package in libweft0 libweft-std0; do
    if depends $package | tr , '\n' | grep -vE '^ *(libc6|libgomp1|libweft0) '; then
        echo "$package depends on more" && exit 1
    fi
done
depends weft | grep -q libweft-dev

echo "== what Debian wants of each"
for package in libweft0 libweft-std0 $(cd "$folder/one" && ls | sed -n 's/^\(libweft-std-gpu0\)_.*/\1/p') libweft-dev weft; do
    dpkg-deb -c "$folder"/one/${package}_*.deb >"$folder/list"
    for file in copyright changelog.gz; do
        grep -q " ./usr/share/doc/$package/$file\$" "$folder/list" || { echo "$package has no $file"; exit 1; }
    done
done
for file in man/man1/weft.1.gz zsh/vendor-completions/_weft doc/weft/README.md doc/weft/docs/wrap.md \
    doc/weft/examples/gsw/layouts.c doc/weft/examples/whole_library.py doc/weft/signatures/rows.c; do
    grep -q " ./usr/share/$file\$" "$folder/list" || { echo "weft has no $file"; exit 1; }
done
[ "$(grep -c '/_weft$' "$folder/list")" = 1 ]

root=$folder/root
for package in "$folder"/one/*.deb; do
    dpkg-deb -x "$package" "$root"
done
weft=$root/usr/bin/weft
"$weft" doctor
"$weft" list std >/dev/null

echo "== a consumer's project"
for maker in Ninja "Unix Makefiles"; do
    cmake -G "$maker" -S "$consumer" -B "$folder/build $maker" "-DCMAKE_PREFIX_PATH=$root/usr" \
        -DWEFT_CUDA=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    cmake --build "$folder/build $maker"
    "$folder/build $maker/app"
    # What editors compile the annotated file by.
    grep -q '"file": ".*/polynomial.c"' "$folder/build $maker/compile_commands.json"
    [ ! -e "$folder/build $maker/CMakeFiles/weft_app_annotated.dir/polynomial.c.o" ]
    cmake --build "$folder/build $maker" --target weft_app_annotated
done

echo "== the examples that are installed"
cp -r "$root/usr/share/doc/weft/examples" "$folder/examples"
cmake -G Ninja -S "$folder/examples" -B "$folder/examples/build" "-DCMAKE_PREFIX_PATH=$root/usr" -DWEFT_CUDA=OFF
cmake --build "$folder/examples/build" --target example_square_of_sum example_nbody
ctest --test-dir "$folder/examples/build" --output-on-failure -R '^example_(square_of_sum|nbody)$'

echo "== a new project"
cd "$folder"
"$weft" new stars
cmake -G Ninja -S stars -B stars/build "-DCMAKE_PREFIX_PATH=$root/usr" -DWEFT_CUDA=OFF
cmake --build stars/build
stars/build/stars | tee log
printf '%s\n' ' 5.000  6.403  8.944   mean  6.782' '12.369 13.000 14.422   mean 13.264' | cmp - log

echo "== the program with libweft0 alone"
mkdir bare
dpkg-deb -x one/libweft0_*.deb bare
rm -rf root
LD_LIBRARY_PATH=$(dirname "$(find "$folder/bare" -name libweft.so.0)") stars/build/stars | cmp - log
