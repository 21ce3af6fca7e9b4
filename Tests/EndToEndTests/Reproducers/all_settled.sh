# Exits with 64.
# Says (en): All rejected rows of run … are already closed, the last by run ….
# Says (ko): 실행 #…의 거절된 행은 모두 완료 처리했습니다(마지막: 실행 #…).
printf '%s\n' 'item' '포도쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet --fail-on none
juice-batch settle 1 --ledger l.sqlite
juice-batch settle 1 --ledger l.sqlite
