/* test_layout.c: the grammar of layouts: what is read as what, what is refused at which column, and
 * that no length of text is too long to be refused. */
#include "check.h"
#include "model/layout.h"

/* The layout in its canonical text, or "COLUMN: MESSAGE", columns from 1; into a static buffer. */
static const char *read_as(const char *text)
{
    static char answer[512];
    arena *memory = arena_new();
    layout found;
    text_error error;
    if (layout_parse(memory, text, &found, &error))
        snprintf(answer, sizeof answer, "%s", layout_print(memory, &found));
    else
        snprintf(answer, sizeof answer, "%zu: %s", error.at + 1, error.text);
    arena_free(memory);
    return answer;
}

static void test_reads_the_grammar(void **state)
{
    (void)state;
    const struct {
        const char *text, *canonical;
    } rows[] = {
        {"(m,n),(n,p)->(m,p)", "(m,n),(n,p)->(m,p)"},
        {"()->()", "()->()"},
        {"->(n)", "->(n)"},
        {"(n)->(),(n)", "(n)->(),(n)"},
        {"(_a1,B)->(3)", "(_a1,B)->(3)"},
        {"(m?,n),(n,p?)->(m?,p?)", "(m?,n),(n,p?)->(m?,p?)"},
        {"(9223372036854775806)->()", "(9223372036854775806)->()"},
        {"(n~ , 3),(),(m~)->(n~)", "(n~,3),(),(m~)->(n~)"},
        {"(m),(n)->(m+n-1)", "(m),(n)->(m+n-1)"},
        {"(m),(n)->(2*m - n*3 + 4 - m)", "(m),(n)->(m-3*n+4)"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_string_equal(read_as(rows[k].text), rows[k].canonical);
}

static void test_blanks_are_free(void **state)
{
    (void)state;
    assert_string_equal(read_as(" ( m? , n ) ,\t( n ) -> ( 2 * n + 1 ,m ? ) "),
                        "(m?,n),(n)->(2*n+1,m?)");
}

static void test_shows_the_column(void **state)
{
    (void)state;
    const struct {
        const char *text, *answer;
    } rows[] = {
        {"", "1: expected '(' before the dimensions of an operand, but the text ends"},
        {"(n", "3: expected ')' or ',' after a dimension, but the text ends"},
        {"(n)-(n)", "5: expected '>' of \"->\" between inputs and outputs, not '('"},
        {"(n) -> ()x", "10: the layout is complete before this"},
        {"(n)->(n*m)", "9: a product in a dimension is an integer times a name"},
        {"(n+1)->()", "2: only a dimension of an output can be computed"},
        {"(0)->()", "2: a fixed dimension is at least 1 and below 2^63-1"},
        {"(9223372036854775807)->()", "2: a fixed dimension is at least 1 and below 2^63-1"},
        {"(9223372036854775808)->()", "2: this number is too large"},
        {"(n)->(2147483648*n)", "7: this number is too large"},
        {"(3?)->()", "3: only a name can stand before '?', for its size is then 1"},
        {"(n?),(n)->()", "6: 'n' carries '?' at every use, or at none"},
        {"(n)->(n?)", "6: 'n' carries '?' at every use, or at none"},
        {"(n~),(n)->()", "6: 'n' carries '~' at every use, or at none"},
        {"(n~)->(n)", "7: 'n' carries '~' at every use, or at none"},
        {"(3~)->()", "3: only a name can stand before '~', for its size is each list's own"},
        {"(n?~)->()", "4: only a name can stand before '~', for its size is each list's own"},
        {"(3,n~)->()", "1: '~' is for the first dimension of an operand: the others are alike in "
                       "all lists"},
        {"(n~)->(m~)", "1: no input has lists of the size 'm', and those of a result are as long "
                       "as an input's"},
        {"(n~)->(n+1)", "1: 'n+1' is computed from 'n', a size of each list's own"},
        {"(n~),(m?)->()", "1: a layout has either '?' or '~': no dimension of lists can be "
                          "missing"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_string_equal(read_as(rows[k].text), rows[k].answer);
}

/* `count` times `piece` between two texts; owned by the caller. */
static char *repeat(const char *begin, const char *piece, size_t count, const char *end)
{
    size_t length = strlen(piece);
    char *text = malloc(strlen(begin) + count * length + strlen(end) + 1), *at = text;
    assert_non_null(text);
    at += sprintf(at, "%s", begin);
    for (size_t k = 0; k < count; k++, at += length)
        memcpy(at, piece, length);
    strcpy(at, end);
    return text;
}

/* A sum of `count` different names. */
static char *sum_of_names(int count)
{
    char *text = malloc((size_t)count * 12 + 32), *at = text;
    assert_non_null(text);
    at += sprintf(at, "(n)->(");
    for (int k = 0; k < count; k++)
        at += sprintf(at, "%sa%d", k ? "+" : "", k);
    strcpy(at, ")");
    return text;
}

static void test_every_limit_is_checked(void **state)
{
    (void)state;
    struct {
        char *text;
        const char *answer; /* NULL: it is read */
    } rows[] = {
        {repeat("(n", ",n", 31, ")->()"), NULL},
        {repeat("(n", ",n", 32, ")->()"), "66: an operand has at most 32 dimensions"},
        {repeat("(n", ",n", 5000, ")->()"), "66: an operand has at most 32 dimensions"},
        {repeat("()", ",()", 30, "->()"), NULL},
        {repeat("()", ",()", 31, "->()"), "98: a function has at most 32 operands"},
        {repeat("(", "n", 16378, ")->()"), NULL},
        {repeat("(", "n", 16379, ")->()"), "1: a layout has at most 16384 bytes"},
        {repeat("(", "n", 1000000, ")->()"), "1: a layout has at most 16384 bytes"},
        {repeat("(", "9", 1000, ")->()"), "2: this number is too large"},
        {sum_of_names(255), NULL},
        {sum_of_names(256), "7: a dimension is a sum of at most 255 names"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const char *answer = read_as(rows[k].text);
        if (rows[k].answer)
            assert_string_equal(answer, rows[k].answer);
        else
            assert_int_equal(strcspn(answer, "("), 0); /* the layout, no column */
        free(rows[k].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_the_grammar),
        cmocka_unit_test(test_blanks_are_free),
        cmocka_unit_test(test_shows_the_column),
        cmocka_unit_test(test_every_limit_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
