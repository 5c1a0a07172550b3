#!/bin/sh
# Runs a command that makes one file, or takes the file from a cache, where the same command made it earlier of the
# same contents. The tool's version stands for what is its own, such as CUDA's headers.
#   sh cached.sh CACHE OUTPUT DEPFILE INPUT… -- COMMAND…
# With a DEPFILE, not -, the inputs are C or CUDA C++, and what their #include lines name beside them and in the
# command's -I folders is read, too, whatever the conditions around these lines; it is then told to ninja.
set -eu
cache=$1 output=$2 depfile=$3
shift 3
files=
while [ "$1" != -- ]; do
    files="$files$1
"
    shift
done
shift
if ! command -v sha256sum >/dev/null || ! mkdir -p "$cache" 2>/dev/null || ! [ -w "$cache" ]; then
    exec "$@"
fi

# What these files include, by lines such as #include "a.h" and #define LOOP <b.cuh>, they first; one a line.
included() {
    awk -v folders="$(printf '%s\n' "$@" | sed -n 's/^-I//p')" '
        function is_file(path,    line) {
            if (!(path in known)) {
                known[path] = (getline line < path) >= 0
                close(path)
            }
            return known[path]
        }
        function add(path) {
            if (!(path in is_listed))
                print list[++count] = path
            is_listed[path] = 1
        }
        BEGIN { folder_count = split(folders, folder, "\n") }
        { add($0) }
        END {
            for (i = 1; i <= count; i++) {
                own = list[i]
                sub("/[^/]*$", "", own)
                while ((getline line < list[i]) > 0) {
                    if (line !~ /^ *# *(include|define [^ ]*) *[<"][A-Za-z0-9_.\/]*[>"]/)
                        continue
                    gsub(/^[^<"]*[<"]|[>"].*$/, "", line)
                    place = own "/" line
                    for (k = 1; k <= folder_count && !is_file(place); k++)
                        place = folder[k] "/" line
                    if (is_file(place))
                        add(place)
                }
            }
        }'
}
if [ "$depfile" != - ]; then
    files=$(printf '%s' "$files" | included "$@")
    files="$files
"
fi

key=$({
    "$1" --version
    printf '%s\n' "$@" | sed 's|[^=,]*/||g' # the folders may be others
    printf '%s' "$files" | while read -r file; do sha256sum <"$file"; done
} | sha256sum | cut -d ' ' -f 1)

# As make reads it.
tell_files() {
    echo "$output:" | sed 's/ /\\ /g;s/$/ \\/'
    printf '%s' "$files" | sed 's/ /\\ /g;s/$/ \\/'
    echo
}

if [ -f "$cache/$key" ]; then
    cp "$cache/$key" "$output.part"
    mv "$output.part" "$output"
    touch "$cache/$key"
    [ "$depfile" = - ] || tell_files >"$depfile"
    exit 0
fi
"$@"
part=$(mktemp "$cache/part.XXXXXX")
{ cp "$output" "$part" && mv "$part" "$cache/$key"; } || rm -f "$part" # a full disk costs no build
find "$cache" -type f -mtime +60 -delete 2>/dev/null || true
