#!/bin/sh
# Runs fuzz targets one after the other and says how much each did.
#   run.sh BUILD SECONDS [TARGET ...]      the build folder of clang; seconds for each target
# What is new in a corpus is kept in BUILD/fuzz/TARGET, an input that ended the process too.
set -eu
build=$1
seconds=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$build" && pwd)
[ $# -gt 0 ] || set -- layout npy npy_round call tune source command
export ASAN_OPTIONS=allocator_may_return_null=1 # a call may ask for too much
failed=0
for target in "$@"; do
    new=$build/fuzz/$target
    mkdir -p "$new"
    options= seeds=
    case $target in
    source) # libclang keeps memory of its own; its slowest texts are not ours to mend
        options="-detect_leaks=0 -timeout=120"
        seeds="$here/../golden/annotate $here/../golden/explain $here/../golden/ir
            $here/../golden/out $here/../golden/refuse $here/../golden/warn $here/../../signatures"
        ;;
    command) options="-detect_leaks=0 -timeout=120" ;; # the tool leaves what it has where it exits
    esac
    # shellcheck disable=SC2086 # several words each
    "$build/tests/fuzz/fuzz_$target" -max_total_time="$seconds" -max_len=4096 -timeout=20 \
        -print_final_stats=1 -artifact_prefix="$new-" $options "$new" "$here/corpus/$target" \
        $seeds >"$new.log" 2>&1 || failed=1
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$new.log")
    echo "$target: ${runs:-ended early,} executions, see $new.log"
done
exit $failed
