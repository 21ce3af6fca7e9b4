# Exits with 74.
# Says (en): so the row may or may not have been recorded
# Says (ko): 기록되었는지 알 수 없습니다
# A disk that takes a row and does not say so, nor lets go of it.
strace -f -qq -o strace.log -e trace=fdatasync,ftruncate -e inject=fdatasync:error=EIO:when=1 \
    -e inject=ftruncate:error=EIO:when=1 juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0
