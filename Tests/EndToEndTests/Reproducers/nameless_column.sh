# Exits with 64.
# Says (en): …: the name of the column is empty.
# Says (ko): …: 열 이름이 비어 있습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --only =쥬스
