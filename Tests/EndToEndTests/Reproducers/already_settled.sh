# Exits with 64.
# Says (en): Rejected rows of run … (…) were already closed by run ….
# Says (ko): 실행 #…의 거절된 행(…)은 실행 #…에서 이미 완료 처리했습니다.
printf '%s\n' 'item' '포도쥬스' '귤쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet --fail-on none
juice-batch settle 1 --row 2 --ledger l.sqlite
juice-batch settle 1 --row 2 --ledger l.sqlite
