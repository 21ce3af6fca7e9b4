# Exits with 70.
printf '%s\n' 'item' '키위쥬스' > a.csv
# A system that claims to have written more than it was given, which none does.
strace -f -qq -o strace.log -e trace=pwrite64 -e inject=pwrite64:retval=1000000:when=1 \
    juice-batch run a.csv --output out
