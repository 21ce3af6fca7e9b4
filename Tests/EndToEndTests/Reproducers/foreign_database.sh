# Exits with 78.
# Says (en): This is another program's database. Check the file name.
# Says (ko): 다른 프로그램의 데이터베이스입니다. 파일 이름을 확인하세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
# Where SQLite keeps an application's mark.
printf X | dd of=l.sqlite bs=1 seek=68 conv=notrunc status=none
juice-batch verify --ledger l.sqlite
