/* Enumerators and tags inside structures, which C makes names of the file. */
#include <stdint.h>

#include <weft/annotate.h>

struct state {
    enum { IDLE = 5, BUSY } now;
    union {
        enum depth { SHALLOW = 40, DEEP } how;
        struct point {
            int x, y;
        } where;
    };
};

WEFT_VECTORIZE() int64_t enumerators_of_a_structure(int64_t x)
{
    struct state s = {.now = BUSY};
    s.how = x & 1 ? DEEP : SHALLOW;
    return s.now * 100 + s.how + IDLE;
}

WEFT_VECTORIZE() int64_t tags_of_a_structure(int64_t x)
{
    struct point p = {(int)x, 2};
    enum depth d = DEEP;
    return p.x * 10 + p.y + d;
}

typedef struct list {
    struct list *next;
    int value;
} entry;

static int second_value(const struct list *first) { return first->next->value; }

WEFT_VECTORIZE() int64_t tag_before_its_typedef(int64_t x)
{
    entry last = {0, (int)x}, first = {&last, 1};
    return second_value(&first) + (int64_t)sizeof(entry);
}

WEFT_VECTORIZE() int64_t typedef_without_its_tag(int64_t x)
{
    entry only = {0, (int)x};
    return only.value;
}

enum { ROWS = 3, LAST = ROWS - 1 };
static const struct row {
    int key;
    enum { EVEN = 20, ODD } parity;
} rows[ROWS] = {[LAST] = {7, ODD}, [0] = {.parity = EVEN}};

static int key_of(const struct row *r) { return r->key; }

WEFT_VECTORIZE() int64_t tag_of_a_table(int64_t x)
{
    struct row own = {(int)x, EVEN};
    return key_of(&own) + key_of(&rows[LAST]) + rows[x & 1 ? LAST : 0].parity;
}

typedef enum { RED = 3, GREEN, BLUE = -2 } color;
typedef color paint;

WEFT_VECTORIZE() int64_t chain_of_typedefs(int64_t x)
{
    paint p = x & 1 ? GREEN : BLUE;
    return (int)p + RED;
}

enum __attribute__((packed)) small { ONE = 1, TWO };

WEFT_VECTORIZE() int64_t packed_enumeration(int64_t x)
{
    return x + (int64_t)sizeof(enum small) * 10 + (int64_t)sizeof(TWO);
}

WEFT_VECTORIZE() int64_t local_enumeration(int64_t x)
{
    enum { ROWS = 50 };
    struct {
        enum { INSIDE = 4 } e;
    } s = {INSIDE};
    return x + ROWS + (int64_t)s.e;
}
