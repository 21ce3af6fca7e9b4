# Exits with 64.
# Says (en): --column: the role … is given twice.
# Says (ko): --column: 역할 … 두 번 적었습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --column item=a --column item=b
