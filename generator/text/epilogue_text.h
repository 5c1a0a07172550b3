/* epilogue_text.h: what a sum of products starts at and what is stored of it, as C-like text. */
#ifndef WEFT_EPILOGUE_TEXT_H
#define WEFT_EPILOGUE_TEXT_H

#include <stdio.h>

#include <weft/kernel.h>

/* A term: a constant, the name of a scalar, or a name and its letters, "b[a]". names: by operand.
 */
void epilogue_print_term(const weft_term *term, const char *const *names, FILE *out);

/* What is stored: "(alpha * sum) + (beta * D[ab])"; nothing where the contraction has no epilogue.
 */
void epilogue_print(const weft_contraction *sum, const char *const *names, FILE *out);

#endif
