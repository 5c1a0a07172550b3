/* opened.h: the files that shared libraries were opened from. The system's loader knows an open
 * library by its path, and hands it back where another file lies there by now. */
#ifndef WEFT_CALL_OPENED_H
#define WEFT_CALL_OPENED_H

#include <weft/weft.h>

/* dlopen of the file that lies at the path now: an open library where that was opened from it, else
 * a new one. A bare name that exists in the current folder is that file, not one of the search
 * path. */
weft_status opened_open(const char *path, void **handle, weft_error *error);

/* dlclose. */
void opened_close(void *handle);

#endif
