/* A library needs a file of its own. */
int foreign_own(void);

int foreign_own(void)
{
    return 0;
}
