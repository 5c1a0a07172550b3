#!/bin/sh
# Installs CUDA's compiler from its pinned PyPI wheels into FOLDER, a virtual environment of its own,
# and prints the path of nvcc. No driver and no GPU are needed. Needs python3 with venv, and g++.
#   sh cmake/install-nvcc.sh FOLDER
set -eu

packages="nvidia-cuda-nvcc==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-nvvm==13.0.88 \
nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85"

[ $# -eq 1 ] || { echo "usage: sh cmake/install-nvcc.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)

find_nvcc() {
    for nvcc in "$folder"/lib/python3*/site-packages/nvidia/cu13/bin/nvcc; do
        [ -f "$nvcc" ] || continue
        # A wheel does not always carry the executable bit.
        chmod +x "${nvcc%/*}"/* 2>/dev/null || :
        chmod +x "${nvcc%/bin/nvcc}/nvvm/bin/cicc" 2>/dev/null || :
        echo "$nvcc"
        return 0
    done
    return 1
}

find_nvcc && exit 0
echo "installing nvcc 13.0 (about 300 MB) into $folder: $packages" >&2
python3 -m venv "$folder" >&2
# shellcheck disable=SC2086 # the list is split on purpose
"$folder/bin/python3" -m pip install --quiet --disable-pip-version-check $packages >&2
find_nvcc || { echo "install-nvcc.sh: the wheels hold no nvcc in $folder" >&2; exit 1; }
