#!/bin/sh
# A Debian 12 with nothing in it but the packages of a build: what README and the tutorial say of them, without the
# source tree. Needs root, debootstrap and a mirror of Debian.
#   bare_debian.sh BUILD SOURCE
set -eu
build=$1 source=$2
skip() { echo "skipped: $*"; exit 77; }
[ "$(id -u)" = 0 ] || skip "a bare Debian needs root"
for command in debootstrap chroot dpkg-shlibdeps; do
    command -v $command >/dev/null || skip "there is no $command"
done

folder=$(mktemp -d)
root=$folder/root
finish() {
    for place in proc dev; do
        ! mountpoint -q "$root/$place" || umount "$root/$place"
    done
    rm -rf --one-file-system "$folder"
}
trap finish EXIT
trap 'exit 1' INT TERM
debootstrap --variant=minbase bookworm "$root" >"$folder/log" 2>&1 || skip "debootstrap: $(tail -n 1 "$folder/log")"
# The machine's ways out hold.
for file in /etc/resolv.conf /etc/hosts /etc/apt/apt.conf.d/*; do
    [ ! -f "$file" ] || cp "$file" "$root$file"
done
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"

inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive sh -euc "cd /root; $1"
}
inside 'apt-get -q update' >"$folder/log" 2>&1 || skip "apt-get update: $(tail -n 1 "$folder/log")"
(cd "$build" && cpack -G DEB -B "$folder/packages" >"$folder/log" 2>&1) || { cat "$folder/log"; exit 1; }
mkdir "$root/packages"
cp "$folder"/packages/*.deb "$root/packages"

echo "== the packages alone"
inside 'apt-get -qy install --no-install-recommends /packages/*.deb' >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
inside 'for command in cc cmake python3; do
        command -v $command && exit 1
    done
    for file in /usr/share/man/man1/weft.1* /usr/share/bash-completion/completions/weft \
        /usr/share/zsh/vendor-completions/_weft /usr/share/fish/*/weft.fish; do
        test -s "$file" || { echo "not installed: $file"; exit 1; }
    done
    ldconfig -p | grep -q libweft_std.so.0
    weft --version
    weft doctor >log && exit 1
    cat log; grep -q "apt install gcc" log'
# Two rows of numbers, as .npy: a + b needs no compiler.
header="{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }"
npy() {
    printf '\223NUMPY\001\000\166\000%-117s\n' "$header"
    printf "$1"
}
npy '\0\0\0\0\0\0\360\077\0\0\0\0\0\0\000\100' >"$root/root/a.npy" # 1, 2
npy '\0\0\0\0\0\0\000\100\0\0\0\0\0\0\010\100' >"$root/root/b.npy" # 2, 3
npy '\0\0\0\0\0\0\010\100\0\0\0\0\0\0\024\100' >"$folder/c.npy"    # 3, 5
inside 'weft run std add a.npy b.npy -o c.npy'
cmp "$root/root/c.npy" "$folder/c.npy"
inside 'weft run std add a.npy b.npy -o d.npy --target=gpu 2>log && exit 1; cat log; test ! -e d.npy'
inside 'echo "int x;" >k.c; weft build k.c -o libk.so 2>log && exit 1; cat log; test "$(wc -l <log)" = 1'

echo "== with what they recommend"
inside 'apt-get -qy install gcc g++ libc6-dev cmake ninja-build make pkg-config python3 man-db zsh' \
    >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
inside 'weft doctor; man weft | grep -q "weft run"
    zsh -fc "autoload -Uz compinit; compinit -u; test \"\$_comps[weft]\" = _weft"'
for maker in Ninja "Unix Makefiles"; do
    inside "rm -rf stars; weft new stars; cd stars; cmake -G '$maker' -B build; cmake --build build
        build/stars >log; cat log; printf '%s\n' ' 5.000  6.403  8.944   mean  6.782' \
            '12.369 13.000 14.422   mean 13.264' | cmp - log"
done

echo "== the tutorial, and the README's lines"
mkdir -p "$root/page"
cp "$source/docs/tutorial.md" "$source/tests/docs/tutorial.py" "$root/page"
inside 'python3 /page/tutorial.py /page/tutorial.md'
sed -n '/^`kernels.c` is plain C/,/^```$/p' "$source/README.md" | sed '1,/^```c/d;/^```$/d' >"$root/root/kernels.c"
for line in 'weft build kernels.c -o libkernels.so' 'weft list libkernels.so' 'weft explain kernels.c' \
    'weft run libkernels.so hypotenuse a.npy 4 -o c.npy' 'weft run std add.reduce a.npy -o sum.npy --axis=-1'; do
    grep -qF "$line" "$source/README.md"
    inside "$line"
done

echo "== projects of others"
cp -r "$source/tests/install/consumer" "$source/tests/install/consumer_cxx" "$root/root"
for maker in Ninja "Unix Makefiles"; do
    inside "rm -rf b; cmake -G '$maker' -S consumer -B b -DWEFT_CUDA=OFF; cmake --build b; b/app"
    for shared in ON OFF; do
        inside "rm -rf cxx; cmake -G '$maker' -S consumer_cxx -B cxx -DBUILD_SHARED_LIBS=$shared
            cmake --build cxx; cxx/app"
    done
done
inside 'weft build consumer/polynomial.c -o libpolynomial.so
    cc consumer/open_library.c -o open_library $(pkg-config --cflags --libs weft); ./open_library ./libpolynomial.so
    cc consumer/shipped.c -o shipped $(pkg-config --cflags --libs weft_std); ./shipped'

echo "== the examples, as docs/examples.md builds them"
inside "$(sed -n '/^cp -r \/usr\/share\/doc\/weft\/examples/,/^```$/p' "$source/docs/examples.md" | sed '/^```$/d')
    test -s nbody.svg"

echo "== the headers without the tool"
inside 'apt-get -qy remove weft' >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
inside 'mkdir shipped_project; cp consumer/shipped.c shipped_project; cd shipped_project
    printf "%s\n" "cmake_minimum_required(VERSION 3.25)" "project(shipped LANGUAGES C)" "find_package(Weft REQUIRED)" \
        "add_executable(shipped shipped.c)" "target_link_libraries(shipped PRIVATE Weft::std)" >CMakeLists.txt
    cmake -G Ninja -B build; cmake --build build; build/shipped'

echo "== the programs without the tool and the headers"
inside 'apt-get -qy remove libweft-dev' >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
inside 'command -v weft && exit 1
    test ! -e /usr/include/weft; b/app; cxx/app; ./open_library ./libpolynomial.so; ./shipped'
echo "a bare Debian 12: as the pages say"
