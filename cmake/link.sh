#!/bin/sh
# Links a target that has ufuncs, and says what nothing defines in words, where its kernels or FOREIGN_SOURCES need it.
#   sh link.sh TARGET TYPE COMMAND…
# A function that nothing needs may miss what it wants: before a link fails for that, such functions are left out. A
# SHARED_LIBRARY must have all that these sources need; what else it leaves to others is its own.
set -u
target=$1 type=$2
shift 2
whole=
[ "$type" = SHARED_LIBRARY ] && whole=-Wl,-z,defs
said=$(mktemp -d) || exec "$@"
trap 'rm -rf "$said"' EXIT

# The linker's messages as ours; those about the target's own sources go into the file `other` as they are. Linkers
# say first what is missing and then where (lld, mold), or first where (GNU's), or both in a line (gold).
translate() {
    awk -v target="$target" -v other="$said/other" '
        function is_ours(text) {
            return index(text, "weft/" target "/") || index(text, "weft_" target "_foreign")
        }
        # The file of an object: "libweft_app_foreign.a(theirs.c.o)", ".../weft/app/mine.v3.c.o".
        function file_of(object) {
            sub(/^.*[\/( ]/, "", object)
            sub(/\.o.*$/, "", object)
            sub(/\.foreign-[0-9a-f]+\.c$/, ".c", object)
            sub(/\.(base|v3|v4|flags|table)\.c$/, ".c", object)
            return object
        }
        # What a kernel consists of is called as its function, with its types behind: absent_float64__loop, absent_float64_helper
        function function_of(symbol, object) {
            if (object ~ /\.(base|v3|v4|flags)\.c/)
                sub(/(_(u?int|float|bfloat|complex)[0-9]+|_bool)+(_.*)?$/, "", symbol)
            return symbol
        }
        function report(name, user, object,    key, file) {
            user = function_of(user, object)
            file = file_of(object)
            key = name SUBSEP user SUBSEP file
            if (name ~ /^__/ || key in told)
                return
            told[key] = 1
            any = 1
            if (name == user)
                printf "weft: error: nothing that '\''%s'\'' links defines '\''%s'\'', which %s declares", target, name, file
            else
                printf "weft: error: nothing that '\''%s'\'' links defines '\''%s'\'', which '\''%s'\'' (%s) needs", target,
                    name, user, file
            printf "; add its library by target_link_libraries, or its source to FOREIGN_SOURCES"
            print name == user ? "" : ", or OPTIONS --ignore-call=" name " if its calls may do nothing"
        }
        function name_in(text) {
            sub(/^.*undefined (reference to|references to|symbol:) [`'\''"]?/, "", text)
            sub(/[^A-Za-z0-9_].*$/, "", text)
            return text
        }
        /:function .*: error: undefined reference to / { # gold
            object = $0
            sub(/:.*$/, "", object)
            user = $0
            sub(/^.*:function /, "", user)
            sub(/: error: .*$/, "", user)
            if (is_ours(object))
                report(name_in($0), user, object)
            else
                print > other
            next
        }
        / in function [`'\'']/ {
            ours = is_ours($0)
            object = $0
            sub(/: in function .*$/, "", object)
            user = $0
            sub(/^.* in function [`'\'']/, "", user)
            sub(/[^A-Za-z0-9_].*$/, "", user)
            if (!ours)
                print > other
            next
        }
        /undefined symbol: / {
            missing = name_in($0)
            head = $0
            next
        }
        missing != "" && /^>>>/ {
            if (!/:\(.*\)/) {
                where = where "\n" $0
                next
            }
            user = $0
            sub(/^.*:\(/, "", user)
            sub(/\).*$/, "", user)
            object = $0
            sub(/:\(.*$/, "", object)
            if (is_ours($0))
                report(missing, user, object)
            else
                print head where "\n" $0 > other
            where = ""
            next
        }
        /undefined references? to / {
            if (/\.o\)?:\(/)
                ours = is_ours($0)
            if (ours)
                report(name_in($0), user, object)
            else
                print > other
            next
        }
        { missing = "" }
        /ld returned [0-9]+ exit status|linker command failed/ { next }
        NF { print > other }
        END { exit !any }' "$1"
}

if LC_ALL=C "$@" $whole 2>"$said/all"; then
    cat "$said/all" >&2
    exit 0
fi
# Words of GNU's linker and lld, gold, mold.
libweft=$(grep -i 'static' "$said/all" | grep -o '[^ `"'\'']*libweft[^ `"'\'']*\.so' | head -n 1)
if [ -n "$libweft" ]; then
    echo "weft: error: '$target' is linked with -static, but $libweft is a shared library;" \
        "leave out -static, or take a Weft that was built with BUILD_SHARED_LIBS=OFF" >&2
    exit 1
fi
: >"$said/other"
if ! translate "$said/all" >"$said/words"; then # not for these sources
    [ -z "$whole" ] || exec "$@"
    cat "$said/all" >&2
    exit 1
fi
if LC_ALL=C "$@" $whole -Wl,--gc-sections 2>"$said/all"; then
    cat "$said/all" >&2
    exit 0
fi
: >"$said/other"
if translate "$said/all" >"$said/words"; then
    cat "$said/words" >&2
elif [ -n "$whole" ]; then # all that is missing is others'
    exec "$@" -Wl,--gc-sections
fi
cat "$said/other" >&2
exit 1
