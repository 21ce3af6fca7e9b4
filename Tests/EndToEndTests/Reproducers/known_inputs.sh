# Exits with 5.
# Says (en): …: run … has already applied this file.
# Says (ko): …: 실행 #…에서 이미 적용한 파일입니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
juice-batch run a.csv --ledger l.sqlite
