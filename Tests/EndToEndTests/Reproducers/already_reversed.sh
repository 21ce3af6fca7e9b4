# Exits with 64.
# Says (en): Run … has already been reversed by run ….
# Says (ko): 실행 #… 실행 #… 이미 취소했습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
juice-batch reverse 1 --ledger l.sqlite
juice-batch reverse 1 --ledger l.sqlite
