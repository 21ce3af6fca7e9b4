# Exits with 64.
# Says (en): The ledger has no run …. It has ….
# Says (ko): 실행 #… 장부에 없습니다. 장부에는 실행이 …건 있습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
juice-batch reverse 9 --ledger l.sqlite
