/* grid.h: on how many threads a hand-written kernel runs: expressions over the sizes of a call,
 * part of the descriptors in kernel.h. */
#ifndef WEFT_GRID_H
#define WEFT_GRID_H

#include <stdint.h>

/* What a step does with a stack of numbers. What takes two takes the last ones pushed. */
typedef enum weft_size_step_kind {
    WEFT_SIZE_NUMBER,    /* pushes weft_size_step.number; */
    WEFT_SIZE_DIMENSION, /* the size of the ufunc's dimension of that number; */
    WEFT_SIZE_ELEMENT,   /* the bytes of an element of the operand of that number; */
    WEFT_SIZE_THREADS,   /* the threads of a block */
    WEFT_SIZE_ADD,
    WEFT_SIZE_SUBTRACT,
    WEFT_SIZE_MULTIPLY,
    WEFT_SIZE_DIVIDE, /* as C does, as the remainder */
    WEFT_SIZE_REMAINDER,
    WEFT_SIZE_LEAST,
    WEFT_SIZE_GREATEST
} weft_size_step_kind;

typedef struct weft_size_step {
    int64_t number;
    uint8_t kind; /* weft_size_step_kind */
} weft_size_step;

/* Limit of the steps of an expression, and so of its stack. */
#define WEFT_SIZE_MOST_STEPS 64

/* An integer. */
typedef struct weft_size_expression {
    const char *text; /* as its author wrote it; NULL: it is not given */
    const weft_size_step *steps;
    uint32_t count;
} weft_size_expression;

/* A grid for each item. Axes that are not given have 1; where the third one of blocks is not, many
 * items share a launch, a layer of blocks each. */
typedef struct weft_launch_grid {
    weft_size_expression blocks[3];
    weft_size_expression threads[3]; /* the first is given; none has steps of WEFT_SIZE_THREADS */
    weft_size_expression shared;     /* bytes; not given: none */
} weft_launch_grid;

#endif
