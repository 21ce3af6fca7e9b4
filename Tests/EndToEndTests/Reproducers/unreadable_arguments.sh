# Exits with 70.
# A system without /proc, where the Swift runtime looks for the arguments.
strace -f -qq -o strace.log -P /proc/self/maps -e trace=openat -e inject=openat:error=ENOENT \
    juice-batch verify --ledger missing.sqlite
