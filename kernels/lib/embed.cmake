# cmake -DOUT=file.c -DFILES=a.wgsl;b.wgsl -DHEADER=h.h -DTYPE=T -DTABLE=t -P embed.cmake: the files'
# text as a C table of {name, text}, declared in the header.
set(text "/* Made by embed.cmake. */\n#include \"${HEADER}\"\n\n#include <stddef.h>\n\n")
set(table "const ${TYPE} ${TABLE}[] = {\n")
set(n 0)
foreach(file ${FILES})
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
    get_filename_component(name ${file} NAME)
    string(APPEND text "static const char text${n}[] = {${hex}0};\n")
    string(APPEND table "    {\"${name}\", text${n}},\n")
    math(EXPR n "${n} + 1")
endforeach()
file(WRITE ${OUT} "${text}\n${table}    {NULL, NULL}};\n")
