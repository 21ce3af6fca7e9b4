# Exits with 70.
# Says (en): The command-line arguments cannot be read, so nothing was done. Check that /proc is mounted.
# Says (ko): 명령줄 인자를 읽을 수 없어 아무것도 하지 않았습니다. /proc가 마운트되어 있는지 확인하세요.
# A system without /proc, where the Swift runtime looks for the arguments.
strace -f -qq -o strace.log -P /proc/self/maps -e trace=openat -e inject=openat:error=ENOENT \
    juice-batch verify --ledger missing.sqlite
