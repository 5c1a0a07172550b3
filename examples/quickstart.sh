#!/bin/sh
# Builds Weft and runs its main job on real input: stacks of matrix products and option prices from
# .npy files, on every target of this machine, timed side by side; then draws the Mandelbrot set.
# Installs the Debian packages that are missing (and, where there is no nvcc, CUDA's compiler into
# build/nvcc), and says so. Everything it makes lies in build/. Of Weft it builds what this needs: the tool, the
# runtime and two examples; what else there is, the shipped ufuncs first, it tells at the end.
#   sh examples/quickstart.sh
set -eu
cd "$(dirname "$0")/.."

sh cmake/install-packages.sh gcc g++ libc6-dev cmake ninja-build pkg-config python3 python3-venv \
    ca-certificates libclang-19-dev libpng-dev liberfa-dev
if ! NVCC=$(sh cmake/find-nvcc.sh) && ! NVCC=$(sh cmake/install-nvcc.sh build/nvcc); then
    echo "no nvcc to be had: the gpu target is left out" >&2
    NVCC=
fi
export NVCC

say() {
    printf '\n==== %s\n' "$*"
}

# Runs one of Weft's commands, and shows it as a user would type it in the root of the repository.
show() {
    printf '$' && printf ' %s' "$@" | sed "s|$PWD/||g" && echo
    "$@"
}

# The architectures of this machine's GPUs, "90"; where there is none, nothing runs the target gpu: libweft goes without
# its own GPU code, whose compilation would take longest, and a library gets some for one architecture, to be quick.
architectures=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null |
    tr -d . | sort -u | paste -s -d ';' -)
has_gpu=AUTO
if ! ls /dev/nvidia[0-9]* >/dev/null 2>&1; then
    has_gpu=OFF
fi

say "build the tool, the runtime and two examples (build/default)"
cmake --preset default -DWEFT_TESTS=OFF "-DWEFT_CUDA=$has_gpu" "-DWEFT_CUDA_ARCHITECTURES=${architectures:-75}"
cmake --build --preset default --target weft make_inputs mandelbrot
build=$PWD/build/default
weft=$build/generator/weft
work=$PWD/build/quickstart
mkdir -p "$work/large"

say "build the annotated functions: one command per library"
show "$weft" build examples/batch_matmul.c examples/black_scholes.c -o "$work/libexample.so" \
    "--cuda-architectures=$(echo "${architectures:-75}" | tr ';' ,)"
show "$weft" list "$work/libexample.so"

say "make input files"
"$build/examples/make_inputs" "$work"
"$build/examples/make_inputs" "$work/large" 1000000

targets="cpu parallel"
if [ "$has_gpu" = AUTO ]; then
    targets="$targets gpu"
else
    echo "no NVIDIA GPU here: the target gpu is left out; cmake --preset default -DWEFT_CUDA=ON builds it into libweft, too"
fi

say "run: 1000 × (2,4)(4,5) matrix products, and 1 000 000 option prices with two outputs"
for target in $targets; do
    show "$weft" run "$work/libexample.so" batch_matmul "$work/A.npy" "$work/B.npy" \
        -o "$work/C.$target.npy" --target="$target"
    show "$weft" run "$work/libexample.so" black_scholes "$work/price.npy" "$work/strike.npy" \
        "$work/years.npy" 0.02 0.3 -o "$work/call.$target.npy" -o "$work/put.$target.npy" \
        --target="$target"
done
ls -l "$work"/*.npy
echo "the first product, and the first call and put price (the header of a .npy file has 128 bytes):"
od -A n -t f4 -j 128 -N 40 -w20 "$work/C.cpu.npy"
od -A n -t f8 -j 128 -N 8 "$work/call.cpu.npy"
od -A n -t f8 -j 128 -N 8 "$work/put.cpu.npy"

say "every target side by side: 1000 products"
show "$weft" bench "$work/libexample.so" batch_matmul "$work/A.npy" "$work/B.npy"
say "every target side by side: 1 000 000 products"
show "$weft" bench "$work/libexample.so" batch_matmul "$work/large/A.npy" "$work/large/B.npy"
say "every target side by side: 1 000 000 option prices"
show "$weft" bench "$work/libexample.so" black_scholes "$work/price.npy" "$work/strike.npy" \
    "$work/years.npy" 0.02 0.3

say "draw the Mandelbrot set"
"$build/examples/mandelbrot" "$work/mandelbrot.png" 2400 1600
echo
echo "results: $work"
echo "The shipped ufuncs, which take longer to build: cmake --build --preset default --target weft_std"
echo "and then, for one: build/default/generator/weft run std add.reduce build/quickstart/C.cpu.npy -o sum.npy"
