# Completion of weft for bash. Commands, options and functions are asked of the tool itself.

_weft_commands() {
    weft --help 2>/dev/null | sed -n '/^Commands:/,/^`/s/^  \([a-z]*\) .*/\1/p'
}

_weft_options() {
    weft "$1" --help 2>/dev/null | grep -oE '^ +(-[a-zA-Z], +)?--[a-z][a-z-]*(\[?=)?' |
        grep -oE -- '--[a-z][a-z-]*=?'
}

_weft_ufuncs() {
    weft list "$1" 2>/dev/null | cut -d' ' -f1
}

_weft() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$(_weft_commands) --help --version"
    elif [ "${word#-}" != "$word" ]; then
        words=$(_weft_options "$command")
    else
        case $command:$COMP_CWORD in
        list:2 | run:2 | bench:2 | check:2) words="std $(compgen -f -X '!*.so' -- "$word") $(compgen -d -S / -- "$word")" ;;
        run:3 | bench:3 | check:3) words=$(_weft_ufuncs "${COMP_WORDS[2]}") ;;
        esac
    fi
    # Without words of our own, file names: complete's -o default.
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    case ${COMPREPLY[0]-} in
    *= | */) compopt -o nospace 2>/dev/null ;;
    esac
}

complete -o default -F _weft weft
