/* ancient.c: a driver from before cuGetProcAddress_v2. */

int cuInit(unsigned flags);
int cuInit(unsigned flags)
{
    return flags != 0;
}
