/* emit.h: the emitters, one per output file. They read the module and decide nothing. */
#ifndef WEFT_EMIT_H
#define WEFT_EMIT_H

#include "model/declaration.h"
#include "model/options.h"
#include "text/output.h"

/* What all emitters of one file need. */
typedef struct emission {
    arena *memory;
    const module *module;
    const generate_options *options;
} emission;

/* STEM.body.h: the user's text, once per function, and what the loops around it must know; shared
 * by C and CUDA. */
void emit_body(const emission *from, output *out);
/* STEM.loops.h: the body read as often as a function has loops; shared, too. WEFT_SPACE, of the
 * .cu, says that it is read for the gpu, where each ufunc can be left out. */
void emit_rounds(const emission *from, output *out);
/* STEM.c: these loops, and the table of kernels. */
void emit_c(const emission *from, output *out);
/* STEM.cu: these loops for the gpu. */
void emit_cuda(const emission *from, output *out);
/* STEM.table.c: the descriptors. */
void emit_table(const emission *from, output *out);
/* STEM.image.h: what the image of the .cu is called, which image.S has under the stem alone. */
void emit_image_names(const emission *from, output *out);
/* STEM.h: the ufuncs and one typed entry each. */
void emit_header(const emission *from, output *out);
/* library.c: `weft_library`, the table of a shared library made of several modules. */
void emit_library(arena *memory, const char *name, const module *modules, size_t count,
                  const generate_options *options, output *out);

/* The user's text, which may come from several files: lines of TEXT_LINE in it become #line. */
void emit_carried(const emission *from, output *out, const char *text);
/* A file's name after --file-prefix-map. */
const char *emit_file_name(const emission *from, const char *name);
/* The first comment of every generated file. */
void emit_banner(const emission *from, output *out, const char *about);
/* "kernels": the stem as part of a C identifier. */
const char *emit_identifier(arena *memory, const char *stem);
/* "kernels_0123456789abcdef": the stem and the module's build id, in symbols that are linked. */
const char *emit_module_symbol(arena *memory, const module *named);
/* The build id as a number of C. */
const char *emit_build_id(arena *memory, const module *named);
/* "WEFT_REFUSED_add": where it is defined, neither the .cu nor the table has gpu kernels of the
 * ufunc. Of letters that every shell leaves alone: nvcc hands it to one. */
const char *emit_refused_macro(arena *memory, const ufunc *named);
/* The public name of a ufunc's descriptor in C: "weft_ufunc_add". */
const char *emit_ufunc_symbol(const emission *from, const ufunc *named);
/* The owner, as an assembler takes it: no two become one. */
const char *emit_owner(const emission *from);
/* What the linker calls it: with the name of its owner. */
const char *emit_ufunc_label(const emission *from, const ufunc *named);
/* Declares it so. */
void emit_ufunc_declaration(const emission *from, const ufunc *named, output *out);
/* Its second name, hidden in the library whose table lists it: "weft_own_add". */
const char *emit_own_symbol(const emission *from, const ufunc *named);
/* The name of its typed entry: "weft_add"; "weft_call_" for a ufunc called call. */
const char *emit_entry_name(arena *memory, const generate_options *options, const ufunc *named);
/* The dtype that a kernel reads or writes for an operand. */
weft_dtype emit_kernel_dtype(const ufunc *owner, const loop *shown, size_t operand);
/* The type variables that a function and what comes along with it use: numbers of the file's, in
 * its order; *count of them, in the arena. */
const size_t *emit_typevars(const emission *from, const function *shown, size_t *count);
/* Whether a function's section has texts that differ with the binding of its type variables. */
bool emit_has_bindings(const emission *from, const function *shown);
/* The kernels of a .cu that fold over what a map makes, where `owner` combines for a declared
 * reduction whose bodies stand above; else nothing. */
void emit_mapped_folds(const emission *from, const ufunc *owner, output *out);
/* The number of a core dimension in the ufunc's table of them. */
size_t emit_dimension_index(const ufunc *shown, const extent *wanted);
/* How many kernels a ufunc has: a declared reduction leaves them to its stages. */
size_t emit_kernel_count(const ufunc *shown);
/* Whether a body uses an array in other ways than by subscripts, or is a kernel of the device's own
 * there, so that the gpu too needs it as a block in C order. */
bool emit_needs_block(const function *from, size_t operand);

#endif
