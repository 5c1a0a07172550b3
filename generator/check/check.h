/* check.h: from declarations to ufuncs with loops. */
#ifndef WEFT_CHECK_H
#define WEFT_CHECK_H

#include "model/declaration.h"
#include "model/options.h"

/* Finds the operands of a function and their layout, in the order inputs, outputs, result; compares
 * it with the layout that the annotation gives. False if something was reported. */
bool check_operands(arena *memory, diagnostics *messages, function *checked);

/* Matches the prototypes with the C types: sets loops and bindings. */
bool check_prototypes(arena *memory, diagnostics *messages, const source_file *source,
                      function *checked);

/* Checks the functions of a declared reduction and its prototypes: sets what it is computed by.
 * False if something was reported. */
bool check_reduction(arena *memory, diagnostics *messages, source_file *source, reduction *checked);

/* Whether the options of a function that is no declared reduction mean something for it. False if
 * something was reported. */
bool check_options(diagnostics *messages, const function *checked);

/* Whether the function's layout and loops are those of the Fourier transform that an option says
 * that it is; sets it. False if something was reported. */
bool check_fourier(diagnostics *messages, function *checked);

/* Whether a function that WEFT_LAUNCH stands before can have a kernel of the device's own. False if
 * something was reported. */
bool check_launch(diagnostics *messages, const function *checked);

/* Reads what WEFT_LAUNCH says, which is the same of all functions of the ufunc: sets its grid. */
void check_grid(arena *memory, diagnostics *messages, ufunc *checked);

/* Reads what the numbers of an output mean, once the loops are known. False if something was
 * reported. */
bool check_status(arena *memory, diagnostics *messages, function *checked);

/* Whether every loop that a reduction can run in holds the identity. */
void check_identity(diagnostics *messages, const ufunc *checked);
/* Reports a default that is of no input, of one that others without stand behind, or that a loop
 * cannot hold. */
void check_defaults(diagnostics *messages, const ufunc *checked);

/* Checks a whole file and gathers its functions under the names of ufuncs; after it, and before the
 * module is emitted, the bodies are read. */
void check_module(arena *memory, diagnostics *messages, source_file *source, module *result);

/* Judges the bodies: which ufuncs have gpu kernels. */
void check_bodies(arena *memory, diagnostics *messages, const generate_options *options,
                  module *result);

/* Where byte `at` of an annotation's text stands. */
location annotation_location(const annotation_text *text, size_t at);

/* The index of the first string that is a prototype: 1 where the first is a layout. */
size_t annotation_first_prototype(const function *annotated);

#endif
