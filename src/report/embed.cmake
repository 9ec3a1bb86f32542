# Makes a C file of the page's files: cmake -DOUT=... -DFOLDER=... "-DFILES=a;b" -P embed.cmake
# An array of bytes a file, and a table of them in the order given (page_files.h).
set(arrays "")
set(table "")
set(n 0)
foreach(file IN LISTS FILES)
    file(READ "${FOLDER}/${file}" hex HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(APPEND arrays "static const unsigned char file_${n}[] = {\n${bytes}0};\n")
    string(APPEND table "    {\"${file}\", (const char *)file_${n}, sizeof file_${n} - 1},\n")
    math(EXPR n "${n} + 1")
endforeach()
file(WRITE "${OUT}" "#include \"report/page_files.h\"\n\n${arrays}\n"
    "const PageFile page_files[] = {\n${table}    {NULL, NULL, 0}};\n")
