#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static color_mode chosen = COLOR_AUTO;
static bool progress_shown;

void report_set_color(color_mode mode)
{
    chosen = mode;
}

bool report_is_colored(void)
{
    if (chosen != COLOR_AUTO)
        return chosen == COLOR_ALWAYS;
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && !(none && *none) && terminal && strcmp(terminal, "dumb") != 0;
}

static void print(const char *level, const char *color, const char *format, va_list values)
{
    bool colored = report_is_colored();
    report_progress_end();
    fprintf(stderr, "weft: %s%s:%s ", colored ? color : "", level, colored ? "\033[0m" : "");
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
}

void report_error(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    print("error", "\033[1;31m", format, values);
    va_end(values);
}

void report_warning(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    print("warning", "\033[1;35m", format, values);
    va_end(values);
}

void report_progress(size_t step, size_t steps, const char *format, ...)
{
    if (!isatty(STDERR_FILENO))
        return;
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    struct winsize window = {0};
    int room = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col ? window.ws_col : 80;
    int used = snprintf(NULL, 0, "[%zu/%zu] ", step, steps); /* a longer line would wrap */
    fprintf(stderr, "\r\033[K[%zu/%zu] %.*s", step, steps, room > used ? room - used - 1 : 0, text);
    fflush(stderr);
    progress_shown = true;
}

void report_progress_end(void)
{
    if (progress_shown)
        fputs("\r\033[K", stderr);
    progress_shown = false;
}
