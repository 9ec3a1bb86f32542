/* The files of the page (src/report/page/), which the build turns into arrays. */
#ifndef LW_REPORT_PAGE_FILES_H
#define LW_REPORT_PAGE_FILES_H

#include <stddef.h>

typedef struct PageFile {
    const char *name, *data;
    size_t size;
} PageFile;

extern const PageFile page_files[]; /* ends with a name of NULL */

#endif
