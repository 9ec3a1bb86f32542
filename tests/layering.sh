#!/bin/sh
# Who may include whom: the table of docs/ARCHITECTURE.md. Prints every include that breaks it.
set -eu
cd "$(dirname "$0")/.."

# folder: the folders whose headers it may include, besides its own
table="
base:
diag: base
lang: base diag
wgsl: base diag lang
ir: base diag lang
lower: base diag lang wgsl ir
engine: base diag lang ir
hw: base
observe: base diag lang ir engine hw
report: base diag lang ir engine hw observe
api: base diag lang wgsl ir lower engine hw observe report
rewrite: base diag wgsl
"
broken=0
for folder in $(ls src); do
    allowed=$(printf '%s' "$table" | sed -n "s/^$folder://p")
    printf '%s' "$table" | grep -q "^$folder:" || { echo "src/$folder is not in the table"; broken=1; }
    for other in $(grep -hoE '#include "[a-z]+/' src/$folder/*.[ch] src/$folder/*.inc 2>/dev/null |
        sed 's/.*"//; s,/,,' | sort -u); do
        case " $folder $allowed " in
        *" $other "*) ;;
        *)
            case "$folder/$other" in
            api/lanewise | api/webgpu) ;; # the public headers
            *) echo "src/$folder includes $other/, which it may not"; broken=1 ;;
            esac ;;
        esac
    done
done
# The command line sees the public interface, sources and their diagnostics, the table of rules, and the
# kernels' references.
for other in $(grep -hoE '#include "[a-z]+/' cli/*.[ch] | sed 's/.*"//; s,/,,' | sort -u); do
    case " cli base diag report rewrite lanewise webgpu kernels " in
    *" $other "*) ;;
    *) echo "cli includes $other/, which it may not"; broken=1 ;;
    esac
done
# The kernel library, what times it, the examples and the Node package see the public interface.
for other in $(grep -hoE '#include "[a-z]+/' kernels/lib/*.[ch] bench/*.c examples/*.[ch] \
    bindings/node/src/*.[ch] |
    sed 's/.*"//; s,/,,' | sort -u); do
    case " lanewise webgpu " in
    *" $other "*) ;;
    *) echo "kernels/lib, bench, examples or bindings include $other/, which they may not"; broken=1 ;;
    esac
done
# Only os.c makes system calls, and only base has threads.
if grep -lE '#include <(unistd|sys/|fcntl|signal|pthread|dlfcn)' src/*/*.[ch] cli/*.[ch] |
    grep -vE '^src/base/(os|os_process|threads|lock)\.[ch]$'; then
    echo "the files above make system calls: that is the job of src/base/os*.c"
    broken=1
fi
exit $broken
