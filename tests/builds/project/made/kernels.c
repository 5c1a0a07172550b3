#include <weft/annotate.h>
#include "made_interface.h"
#include "made_library.h"
#include "made_object.h"
#include "made_set.h"
#include "made_source.h"
#include "made_through.h"
#include "made_utility.h"

WEFT_VECTORIZE()
double sum(double x) { return x + made_source + made_utility + made_object + made_library + made_through + made_interface + made_set; }

WEFT_VECTORIZE() double linked(double x);
