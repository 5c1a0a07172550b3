#include "arguments.h"

#include <string.h>

#include "commands.h"
#include "number.h"

/* Compilers' options with one dash that are words. */
static const char *const words[] = {"-isystem", "-std"};

static char *prepare_word(arena *memory, char *word)
{
    weft_array ignored;
    if (word[0] != '-' || !word[1])
        return word;
    if (strcmp(word, "-h") == 0)
        return arena_format(memory, "--help");
    if (number_parse(word, &ignored))
        return arena_format(memory, " %s", word);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(word, words[i], length) != 0)
            continue;
        const char *rest = word + length;
        return arena_format(memory, *rest && *rest != '=' ? "-%s=%s" : "-%s%s", words[i], rest);
    }
    return word;
}

/* A copy of argv in which -h is --help, "-isystem DIR" and "-std=X" have two dashes, as compilers'
 * options that argp can read, and negative numbers stand behind a blank. What stands behind "--" is
 * left alone. */
static char **prepare(arena *memory, int argc, char **argv)
{
    char **prepared = arena_array(memory, (size_t)argc + 1, sizeof *prepared);
    int i = 0;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++)
        prepared[i] = i ? prepare_word(memory, argv[i]) : argv[i];
    for (; i < argc; i++)
        prepared[i] = argv[i];
    return prepared;
}

int arguments_take_behind(arena *memory, int argc, char **argv, text_list *behind)
{
    int end = 1;
    while (end < argc && strcmp(argv[end], "--") != 0)
        end++;
    for (int i = end + 1; i < argc; i++)
        text_add(memory, behind, argv[i]);
    return end < argc ? end : argc;
}

const char *arguments_plain(const char *word)
{
    return word[0] == ' ' && word[1] == '-' ? word + 1 : word;
}

int arguments_parse(const struct argp *grammar, int argc, char **argv, arena *memory, void *input)
{
    char **prepared = prepare(memory, argc, argv);
    return argp_parse(grammar, argc, prepared, 0, NULL, input) ? STATUS_USAGE : STATUS_DONE;
}
