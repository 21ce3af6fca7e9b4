# Exits with 64.
# Says (en): The rejected rows of run … have already been run again.
# Says (ko): 실행 #…의 거절된 행은 이미 다시 실행했습니다.
printf '%s\n' 'item' '포도쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet --fail-on none
juice-batch run reports/a/failure.csv --ledger l.sqlite --output reports/b --quiet --fail-on none
juice-batch settle 1 --ledger l.sqlite
