#!/bin/sh
# What the shells complete; of zsh the grammar alone.
#   completion.sh WEFT COMPLETION_FOLDER
set -eu
weft=$1 folder=$2
PATH=$(dirname "$weft"):$PATH
export PATH weft folder
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT INT TERM
cd "$empty"

fails() {
    echo "$1: '$2' lacks '$3' among: $4" >&2
    exit 1
}

# expect SHELL WORDS ANSWER: the words of the command line, the last of them unfinished.
expect() {
    found=$("complete_in_$1" "$2")
    echo "$found" | grep -qxF -- "$3" || fails "$1" "$2" "$3" "$found"
}

complete_in_bash() {
    # shellcheck disable=SC2016 # bash expands these
    words=$1 bash -c '
        . "$folder/weft.bash"
        IFS=" " read -ra COMP_WORDS <<<"$words"
        case $words in *" ") COMP_WORDS+=("") ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _weft
        printf "%s\n" "${COMPREPLY[@]}"'
}

complete_in_fish() {
    # shellcheck disable=SC2016 # fish expands these
    words=$1 fish -N -c 'source $folder/weft.fish; complete -C $words' | cut -f1
}

for shell in bash fish; do
    command -v $shell >/dev/null || { echo "left out: there is no $shell"; continue; }
    expect $shell "weft bu" build
    expect $shell "weft do" doctor
    expect $shell "weft run --tar" --target=
    expect $shell "weft list --js" --json
    expect $shell "weft run s" std
    expect $shell "weft run std mat" matmul
    expect $shell "weft bench std squ" square
done
if command -v zsh >/dev/null; then
    zsh -n "$folder/_weft"
else
    echo "left out: there is no zsh"
fi
