#!/bin/sh
# nvcc hands its arguments to a shell: a project whose folder has a name that a shell would read is
# refused when it is configured, and nothing of that name runs.
#   hostile_folder.sh WEFT_FOLDER PROJECT CC NVCC
set -eu
CC=$3
NVCC=$4
export CC NVCC

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
cd "$folder"
project='a$(touch read_by_a_shell)b'
mkdir "$project"
cp "$2"/* "$project"
if cmake -G Ninja -S "$project" -B "$project/build" "-DWEFT_FOLDER=$1" 2>log; then
    echo "the folder $project was not refused" >&2
    exit 1
fi
grep -q 'nvcc would hand' log || { cat log >&2; exit 1; }
[ "$(ls)" = "$(printf '%s\n%s' "$project" log)" ]
