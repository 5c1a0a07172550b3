/* astronomy.c: functions of somebody else's library, annotated on their declarations. cpu and
 * parallel link to them; the gpu target would need their source (weft build --source). */
#include <weft/annotate.h>

#include <erfa.h>

/** The angle between two directions, in radians: right ascension and declination of each. */
WEFT_NAME("separation") WEFT_VECTORIZE()
double eraSeps(double al, double ap, double bl, double bp);

/** The unit vector of a direction: longitude and latitude in radians. */
WEFT_NAME("unit_vector") WEFT_GUVECTORIZE("(),()->(3)")
void eraS2c(double theta, double phi, double c[3]);

/** The cross product of two vectors. */
WEFT_NAME("vector_product") WEFT_GUVECTORIZE("(3),(3)->(3)")
void eraPxp(double a[3], double b[3], double axb[3]);

/** Greenwich mean sidereal time (IAU 2006) in radians: UT1 and TT as Julian dates in two parts. */
WEFT_NAME("sidereal_time") WEFT_VECTORIZE()
double eraGmst06(double uta, double utb, double tta, double ttb);
