/* Records with their fields; those whose fields do not tell all are opaque, for a reason. */
#include <stdint.h>

#include <weft/annotate.h>

struct vec3 {
    float x, y, z;
};
typedef struct {
    char tag;
    struct vec3 at[2];
    const double *weights;
} item;
struct node {
    struct node *next;
    int value;
};
union either {
    float f;
    uint32_t bits;
};
struct mixed {
    int a : 3, b : 5;
    int : 0;
    struct {
        int inner;
    };
};

static float dot(struct vec3 a, struct vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

WEFT_VECTORIZE()
float measure(float x, float y)
{
    struct vec3 a = {x, y, 1}, b = {.y = x};
    item whole = {'a', {a, b}, 0};
    struct node last = {0, 3}, first = {&last, 1};
    union either both = {x};
    struct mixed m = {.a = 1, .b = 2};
    m.inner = 3;
    both.bits ^= 1;
    return dot(whole.at[0], b) + first.next->value + both.f + m.a + m.inner;
}
