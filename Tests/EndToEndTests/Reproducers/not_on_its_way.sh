# Exits with 65.
# Says (en): a list of expected deliveries may contain only restocks.
# Says (ko): 입고 예정 목록에는 입고만 쓸 수 있습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --date 2026-11-20
juice-batch plan --ledger l.sqlite --ordered a.csv
