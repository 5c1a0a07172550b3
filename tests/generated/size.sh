#!/bin/sh
# generated/ stays under 1.4 MB: a body stands once per function, two lines read it for each loop.
#   size.sh FOLDER
set -eu
bytes=$(cat "$1"/*.c "$1"/*.h "$1"/*.cu "$1"/*.flags | wc -c)
echo "generated/ holds $bytes bytes"
[ "$bytes" -gt 0 ] && [ "$bytes" -lt 1468006 ]
