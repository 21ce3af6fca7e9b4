# Exits with 64.
# Says (en): --expect '…': write rows=N or quantity=N, as in --expect rows=120
# Says (ko): --expect '…': rows=N 또는 quantity=N 형식으로 적으세요. 예: --expect rows=120
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --expect 120
