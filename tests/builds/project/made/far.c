/* A library has a file. */
int far_away(void);
int far_away(void) { return 0; }
