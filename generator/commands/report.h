/* report.h: what the tool says on standard error. */
#ifndef WEFT_REPORT_H
#define WEFT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "text/diagnostic.h"

/* --color; decides for everything that follows. */
void report_set_color(color_mode mode);
/* Whether text to standard error is coloured: as said, else on a terminal that NO_COLOR spares. */
bool report_is_colored(void);

/* "weft: error: …" and a line end; a warning likewise. */
void report_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void report_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* On a terminal: one line that the next call overwrites, "[3/11] nvcc kernels.cu sm_90". */
void report_progress(size_t step, size_t steps, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Removes the progress line, if there is one. */
void report_progress_end(void);

#endif
