/* A static variable without const is a constant only where nothing could write it. */
#include <weft/annotate.h>
#include <string.h>
struct pair { double x, y[2]; };
static double handed[] = {1, 2}, read_only[] = {1, 2};
static double *const handed_rows[] = {handed};
static const double *pointers[] = {read_only};
static struct pair pairs[] = {{1, {2, 3}}};
static double assigned[] = {1}, stepped = 1, stored[] = {1}, copied_to[1] = {1};
static double added = 1, chosen[] = {1}, choice[] = {1};
static double returned[] = {1}, cast[] = {1}, member[] = {1};
static struct pair inside = {1, {2, 3}};
static volatile double changes = 1;
double *somewhere;
void set(double x, int i)
{
    struct pair *p = &inside;
    p->x = x;
    (i ? assigned : assigned)[0] = x;
    stepped++;
    added += x;
    (somewhere ?: chosen)[0] = x;
    *(i ? choice : somewhere) = x;
    somewhere = stored + 1;
    memcpy(copied_to, read_only, sizeof copied_to);
    *(double *)(const double *)cast = x;
    if (read_only[0] > 1 && read_only != returned)
        __asm__("" : "+m"(member[0]));
}
double *get(void) { return &returned[0]; }
WEFT_VECTORIZE()
double constants(double x) { return x + read_only[1] + pairs[0].y[1] + pointers[0][1]; }
WEFT_VECTORIZE()
double variables(double x)
{
    return x + assigned[0] + assigned[0] + stepped + stored[0] + copied_to[0] + returned[0] +
           cast[0] + member[0] + inside.x + changes + added + chosen[0] + choice[0] +
           handed_rows[0][0];
}
