// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
WEFT_VECTORIZE()
int text(int x)
{
    char s[3] = "abc";
    char t[4] = "abc", u[] = "abc";
    return s[x & 1] + t[x & 1] + u[x & 1];
}
WEFT_VECTORIZE()
double guess(double x)
{
    __auto_type y = 2 * x;
    return y;
}
WEFT_VECTORIZE()
double empty(double x)
{
    double a[0];
    return x + sizeof a;
}
WEFT_VECTORIZE()
double leave(double x)
{
    double y = ({ if (x < 0) goto out; x + 1; });
    return y;
    out: return -x;
}
WEFT_VECTORIZE()
double inside(double x)
{
    double y = ({ double z = x; if (x < 0) goto in; z += 1; in: z; });
    return y;
}
struct holder { char name[3]; };
static const struct holder table[2] = {{"abc"}, {"ab"}};
static const char words[2][3] = {"abc", "ab"};
WEFT_VECTORIZE()
int from_table(int x)
{
    return table[x & 1].name[0] + words[x & 1][0];
}
