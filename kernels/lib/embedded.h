/* The WGSL files of kernels/lib/wgsl, as the build embeds them. */
#ifndef LWK_EMBEDDED_H
#define LWK_EMBEDDED_H

typedef struct LwkEmbedded {
    const char *name, *text;
} LwkEmbedded;

extern const LwkEmbedded lwk_embedded[]; /* ended by a NULL name */

#endif
