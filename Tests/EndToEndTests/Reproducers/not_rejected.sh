# Exits with 64.
# Says (en): Run … has no rejected row that matches --row …. Its rejected rows: ….
# Says (ko): 실행 #…에는 --row …에 맞는 거절된 행이 없습니다. 거절된 행: ….
printf '%s\n' 'item' '키위쥬스' '포도쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet --fail-on none
juice-batch settle 1 --row 2 --ledger l.sqlite
