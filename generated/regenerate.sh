#!/bin/sh
# Makes the files of this folder from signatures/, with names relative to the repository.
#   regenerate.sh TOOL FOLDER STEM…
set -eu
tool=$1 folder=$2
shift 2
case $folder in /*) ;; *) folder=$PWD/$folder ;; esac
cd "$(dirname "$0")/.."
for stem in "$@"; do
    set -- "$@" "signatures/$stem.c"
    shift
done
exec "$tool" generate "$@" "--file-prefix-map=$PWD/=" -o "$folder" --library=std --targets=cpu,parallel,gpu
