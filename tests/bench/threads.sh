#!/bin/sh
# Prints what `parallel` takes against `cpu` on this machine, from a build folder alone; without any tuning.
#   threads.sh BUILD [THREADS…]
set -eu
build=$1
shift
# No runpath may be left where the folder was carried elsewhere.
export WEFT_TUNE= LD_LIBRARY_PATH="$build/runtime${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$build/tests/bench/threads" "$build/runtime/libweft_std.so.0" "$@"
