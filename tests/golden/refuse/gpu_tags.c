// flags: --targets=gpu --require-all
/* In C++ a tag inside a function hides what has its name outside. */
#include <weft/annotate.h>
static const int table[4] = {1, 2, 3, 4};
static int helper(int x) { return x; }
WEFT_VECTORIZE()
int hides_a_table(int x)
{
    struct table {
        char c[3];
    };
    return x + (int)sizeof(table);
}
WEFT_VECTORIZE()
int hides_a_function_and_a_parameter(int x)
{
    enum helper { ONE = 1 };
    {
        union x {
            int i;
        } u = {1};
        x += u.i;
    }
    return helper(x) + ONE;
}
WEFT_VECTORIZE()
int hides_nothing(int x)
{
    struct pair {
        int pair;
    } pair = {x};
    struct table {
        int i;
    } other = {2};
    return pair.pair + other.i;
}
