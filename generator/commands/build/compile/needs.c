#include "needs.h"

#include <string.h>
#include <unistd.h>

#include "commands/interrupt.h"
#include "process.h"
#include "text/file.h"
#include "toolchain.h"

/* What the compiler says of the header with the words of $CC and the first flags behind them: the
 * sentence of a need that is not met; NULL where all are. What it says else is not ours to repeat.
 */
static const char *ask(arena *memory, const text_list *flags, size_t count, const char *input,
                       const char *log)
{
    static const char *const last[] = {"-w", "-fno-pic", "-fsyntax-only", "-x", "c"},
                             begin[] = "Weft needs ";
    text_list words = {0};
    toolchain_command_fault(memory, &words);
    for (size_t i = 0; i < count; i++)
        text_add(memory, &words, flags->items[i]);
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        text_add(memory, &words, last[i]);
    text_add(memory, &words, input);
    if (process_succeeds(memory, &words, log))
        return NULL;
    size_t size = 0;
    const char *text = file_read(memory, log, &size);
    text = text ? strstr(text, begin) : NULL;
    return text ? arena_text(memory, text, strcspn(text, "\"\n")) : NULL;
}

/* The shortest row of the flags that is in the way ends with the one that is. */
static const char *find_first(arena *memory, const text_list *flags, const char *input,
                              const char *log)
{
    const char *fault = ask(memory, flags, flags->count, input, log), *less = fault;
    size_t count = fault ? 0 : flags->count;
    while (count < flags->count && !(less = ask(memory, flags, count, input, log)))
        count++;
    if (!fault)
        return NULL;
    text_list command = {0};
    toolchain_command_fault(memory, &command);
    const char *name = "$CC,";
    for (size_t i = 0; i < command.count && count == 0; i++)
        name = arena_format(memory, "%s %s", name, command.items[i]);
    return arena_format(memory, "%s cannot be used: %s", count ? flags->items[count - 1] : name,
                        less ? less : fault);
}

const char *needs_fault(arena *memory, const text_list *flags, const char *include_folder)
{
    text_list command = {0};
    if (toolchain_command_fault(memory, &command) || (command.count == 1 && !flags->count))
        return NULL;
    interrupt_hold();
    const char *log = toolchain_make_scratch(memory, ".log");
    const char *input = arena_format(memory, "%s/weft/loop/needs.h", include_folder);
    const char *fault = log ? find_first(memory, flags, input, log) : NULL;
    if (log)
        unlink(log);
    interrupt_release();
    return fault;
}
