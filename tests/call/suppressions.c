/* suppressions.c: what the thread sanitizer need not say of the kernels here. The C library's lgamma
 * writes the sign of its result to the global signgam; no body can read that, since the generator
 * refuses writable globals. */

/* Asked for by the thread sanitizer's library, when the program starts. */
__attribute__((visibility("default"))) const char *__tsan_default_suppressions(void);

const char *__tsan_default_suppressions(void)
{
    return "race:lgamma\n";
}
