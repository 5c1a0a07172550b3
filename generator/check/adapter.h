/* adapter.h: made-up functions that stand between a call and the user's function, where its
 * operands are not its parameters one for one, or an option says more than it does. */
#ifndef WEFT_ADAPTER_H
#define WEFT_ADAPTER_H

#include "check.h"

/* Takes the parameters of which an option says what they are out of the operands; `written`: the
 * annotation's layout, or NULL. False if something was reported. */
bool adapter_fix(arena *memory, diagnostics *messages, function *checked, const layout *written);

/* Puts what stands for the members of structures in the place of these. */
void adapter_split_members(arena *memory, function *checked);

/* Gives each parameter that the layout has on both sides of the arrow a second one, for the output:
 * `written` has so many more operands. */
void adapter_split_updates(arena *memory, function *checked, const layout *written);

/* Puts a made-up function in the place of one that needs it, once its loops are known. False if
 * something was reported. */
bool adapter_make(arena *memory, diagnostics *messages, source_file *source, function *checked);

/* ---- for these files ---- */

/* A name for a parameter of the adapter that nothing else has there: itself, or with `_` behind it.
 */
const char *adapter_name(arena *memory, const function *checked, const char *name);
/* The definition of the adapter `name` of a function whose parameters are the adapter's by now. */
const char *adapter_text(arena *memory, const function *checked, const char *name);
/* The bytes of a string that the layout says without a 0 behind them; 0: the parameter is no such.
 */
int64_t adapter_string_size(const function *checked, size_t parameter_index);
/* Whether all loops have numbers in an operand that can be NaN. */
bool adapter_is_floating(const function *checked, size_t operand);

#endif
