/* A library has a file. */
int near_by(void);
int near_by(void) { return 0; }
