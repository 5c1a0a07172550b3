/* device_sources.h: the files of --device-source, of which the .cu has the text. */
#ifndef WEFT_DEVICE_SOURCES_H
#define WEFT_DEVICE_SOURCES_H

#include "pipeline.h"

/* Reads them, with the files that they include by quotes from beside them; each becomes a
 * dependency. One that cannot be read is an error among the messages. NULL where there are none. */
const device_text *device_sources_read(pipeline *all);

/* Whether a function of the file has a twin on the device. */
bool device_sources_are_used(const source_file *source);

/* Warns where no file has such a function. */
void device_sources_check(pipeline *all);

#endif
