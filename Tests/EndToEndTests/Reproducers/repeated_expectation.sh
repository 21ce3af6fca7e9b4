# Exits with 64.
# Says (en): --expect: … is given twice.
# Says (ko): --expect: … 두 번 적었습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --expect rows=1 --expect rows=2
