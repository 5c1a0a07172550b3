/* z_mass.c: events of a collider: each has a list of muons of its own length. */
#include <weft/annotate.h>

#include <math.h>

/** The mass of what the two hardest muons of an event come from; 0 where there are fewer. */
WEFT_GUVECTORIZE("(n~),(n~),(n~)->()")
double z_mass(size_t n, const double pt[n], const double eta[n], const double phi[n])
{
    size_t a = 0, b = 1;
    if (n < 2)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (pt[i] > pt[a]) {
            b = a;
            a = i;
        } else if (i > 1 && pt[i] > pt[b]) {
            b = i;
        }
    return sqrt(2 * pt[a] * pt[b] * (cosh(eta[a] - eta[b]) - cos(phi[a] - phi[b])));
}

/** Each muon's part of what its event's have together. */
WEFT_GUVECTORIZE("(n~)->(n~)")
void parts(size_t n, const double pt[n], double part[n])
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += pt[i];
    for (size_t i = 0; i < n; i++)
        part[i] = pt[i] / sum;
}
