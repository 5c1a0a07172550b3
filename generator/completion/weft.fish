# Completion of weft for fish. Commands, options and functions are asked of the tool itself.

function __weft_commands
    weft --help 2>/dev/null | sed -n '/^Commands:/,/^`/s/^  \([a-z]*\) .*  \(.*\)/\1\t\2/p'
end

function __weft_options
    set -l words (commandline -opc)
    weft $words[2] --help 2>/dev/null | grep -oE '^ +(-[a-zA-Z], +)?--[a-z][a-z-]*(\[?=)?' |
        grep -oE -- '--[a-z][a-z-]*=?'
end

function __weft_ufuncs
    set -l words (commandline -opc)
    weft list $words[3] 2>/dev/null | cut -d' ' -f1
end

function __weft_word
    test (count (commandline -opc)) -eq $argv[1]
end

complete -c weft -n '__weft_word 1' -f -a '(__weft_commands)'
complete -c weft -n 'not __weft_word 1; and string match -q -- "-*" (commandline -ct)' -f -a '(__weft_options)'
complete -c weft -n '__weft_word 2; and __fish_seen_subcommand_from list run bench check' -a std
complete -c weft -n '__weft_word 3; and __fish_seen_subcommand_from run bench check' -f -a '(__weft_ufuncs)'
