static int calls;
static double twice(double x) { return 2 * x; }
double theirs(double x)
{
    calls++;
    return twice(x);
}
