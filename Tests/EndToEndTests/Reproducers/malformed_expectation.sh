# Exits with 64.
# Says (en): --expect '…': write rows=N or quantity=N, each once, as in --expect rows=120
# Says (ko): --expect '…': rows=N이나 quantity=N을 한 번씩만 적으세요. 예: --expect rows=120
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --expect 120
