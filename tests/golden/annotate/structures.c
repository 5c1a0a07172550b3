/* flags: --targets=cpu */
#include <weft/annotate.h>

struct date { int year; double seconds; };

/* A member for the whole, too few of them, and an input that lacks its const. */
WEFT_GUVECTORIZE("(2)->()")
double as_row(const struct date *date);
WEFT_GUVECTORIZE("(),(),()->()")
double too_many(const struct date *date);
WEFT_GUVECTORIZE("(),(),()->()")
double no_const(struct date *date, const double *x, double by);
/* Several. */
WEFT_GUVECTORIZE("(n),(n)->()")
double several(size_t n, const struct date dates[n]);
WEFT_GUVECTORIZE()
double open(const struct date dates[]);
/* What no copy can be made of, and what is no number. */
struct fixed { const int year; double seconds; };
WEFT_VECTORIZE()
double constant(struct fixed date);
struct named { int year; const char *name; };
WEFT_VECTORIZE()
double named(struct named date);
struct empty { int year; double none[0]; };
WEFT_VECTORIZE()
double empty(struct empty date);
/* Prototypes are by member. */
WEFT_VECTORIZE("float64(int32)", "float64(float64, float64)")
double days(struct date date);
/* A default is a member's; only the last ones can be left out. */
WEFT_VECTORIZE() WEFT_OPTIONS(default(date_year, 2000))
double hours(struct date date);
WEFT_VECTORIZE() WEFT_OPTIONS(default(date, 0))
double minutes(struct date date);

/* What it returns is an output, too. */
WEFT_GUVECTORIZE("(n)->(n)")
double *twice(const double *x, int n, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
    return y;
}
