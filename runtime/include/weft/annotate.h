/* annotate.h: the annotations of a Weft source. To a C, C++ or CUDA compiler they are nothing, so
 * that an annotated file stays ordinary C; the generator defines WEFT_GENERATOR and reads them.
 * The notation is described in docs/annotations.md. */
#ifndef WEFT_ANNOTATE_H
#define WEFT_ANNOTATE_H

#include <stddef.h> /* size_t, the usual type of a size parameter */

/* 1 in code that is compiled for the gpu, else 0: `if (WEFT_DEVICE_CODE) … else …`. Both branches
 * are read and must be C for every target. Not for #if: the preprocessor runs once, for all
 * targets. */
#define WEFT_DEVICE_CODE 0
/* The same of code for processors whose vectors multiply integers of 64 bits and convert them to
 * double and back, so that what is said by such steps is a vector's work. */
#define WEFT_LONG_VECTORS 0

#ifdef WEFT_GENERATOR

#define WEFT_ANNOTATE_(kind, ...) __attribute__((annotate("weft." kind " " #__VA_ARGS__)))
#define WEFT_VECTORIZE(...)       WEFT_ANNOTATE_("vectorize", __VA_ARGS__)
#define WEFT_GUVECTORIZE(...)     WEFT_ANNOTATE_("guvectorize", __VA_ARGS__)
#define WEFT_REDUCE(...)          WEFT_ANNOTATE_("reduce", __VA_ARGS__)
#define WEFT_NAME(...)            WEFT_ANNOTATE_("name", __VA_ARGS__)
#define WEFT_OPTIONS(...)         WEFT_ANNOTATE_("options", __VA_ARGS__)
#define WEFT_STATUS(...)          WEFT_ANNOTATE_("status", __VA_ARGS__)
#define WEFT_LAUNCH(...)          WEFT_ANNOTATE_("launch", __VA_ARGS__)
#define WEFT_DEVICE_TWIN          __attribute__((annotate("weft.device")))
#ifdef WEFT_REBIND /* a later reading: the generator says what each type variable stands for */
#define WEFT_TYPEVAR(T) typedef WEFT_BOUND_##T T __attribute__((annotate("weft.typevar")))
#else
#define WEFT_TYPEVAR(T) typedef double T __attribute__((annotate("weft.typevar")))
#endif

#else

/* One broadcast scalar function, ()…->()…: WEFT_VECTORIZE("float64(float64, float64)", …). */
#define WEFT_VECTORIZE(...)
/* A function with core dimensions: WEFT_GUVECTORIZE("(m,n),(n)->(m)", "void(float64[:,:], …)",
 * …). */
#define WEFT_GUVECTORIZE(...)
/* A function of two accumulators that combines the elements of a reduction:
 * WEFT_REDUCE("float64(float64)", …), with map and finish in WEFT_OPTIONS. */
#define WEFT_REDUCE(...)
/* The ufunc's name where the C name cannot be it: WEFT_NAME("exp"). */
#define WEFT_NAME(...)
/* WEFT_OPTIONS(identity(0), reorderable, widening, strict, nan, invalid(9e15), fixed(scale, "UTC"),
 * map(f), finish(g)). Of a function with core dimensions: reorderable, strict, ... */
#define WEFT_OPTIONS(...)
/* What the numbers of a function's result, or of the output that the first string names, mean:
 * WEFT_STATUS("error -1: no such date", "warning >0: dubious year"). */
#define WEFT_STATUS(...)
/* Of a function with core dimensions: on the gpu it is the __device__ function of this name that a
 * file of --device-source has, which all threads of a grid run:
 * WEFT_LAUNCH(blocks((n + 255) / 256), threads(256), shared(0)), of integers and the sizes. */
#define WEFT_LAUNCH(...)
/* Before a function of numbers that ufuncs call: on the gpu it is the function of this name that a
 * file of --device-source has, in CUDA C++. */
#define WEFT_DEVICE_TWIN
/* A type variable, bound anew by each prototype; double where the file is compiled by itself. */
#define WEFT_TYPEVAR(T) typedef double T

#endif
#endif
