/* A system header's macros stay as they are, so that their text is nowhere in the user's. */
#define HALVED { return x / 2; }
#define TWICE(name, T) \
    static T name(T x) \
    {                  \
        return 2 * x;  \
    }
#define API extern inline
#define SQUARE(x) ((x) * (x))
#define NEXT(x) x + 1
