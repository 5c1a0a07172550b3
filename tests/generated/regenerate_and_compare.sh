#!/bin/sh
# Generates the shipped library into a temporary folder and compares it with what is committed.
#   regenerate_and_compare.sh TOOL ROOT STEM…
set -eu
tool=$1 root=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
sh "$root/generated/regenerate.sh" "$tool" "$folder" "$@"
diff -ru --exclude=CMakeLists.txt --exclude=regenerate.sh "$root/generated" "$folder"
echo "generated/ is what the generator makes of signatures/"
