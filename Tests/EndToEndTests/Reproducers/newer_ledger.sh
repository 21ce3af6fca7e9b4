# Exits with 78.
# Says (en): A newer version of the program made this ledger (format …). Update the program.
# Says (ko): 더 새로운 버전에서 만든 장부입니다(형식 …). 프로그램을 업데이트하세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
# Where SQLite keeps the version of the format.
printf X | dd of=l.sqlite bs=1 seek=63 conv=notrunc status=none
juice-batch verify --ledger l.sqlite
