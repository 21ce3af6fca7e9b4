# Exits with 64.
# Says (en): …: the ledger cannot be an input.
# Says (ko): …: 장부는 입력으로 쓸 수 없습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger a.csv
