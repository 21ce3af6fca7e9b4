# Exits with 70.
# Says (en): An internal check failed (…). Nothing was applied. This is a bug: please report it.
# Says (ko): 내부 검산이 맞지 않습니다(…). 아무것도 적용하지 않았습니다. 버그이니 알려 주세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
# A system that claims to have written more than it was given, which none does.
strace -f -qq -o strace.log -e trace=pwrite64 -e inject=pwrite64:retval=1000000:when=1 \
    juice-batch run a.csv --output out
