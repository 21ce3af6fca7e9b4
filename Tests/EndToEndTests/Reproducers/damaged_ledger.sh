# Exits with 78.
# Says (en): The ledger file is damaged. Run juice-batch restore in the shop's folder.
# Says (ko): 장부 파일이 손상되었습니다. 매장 폴더에서 juice-batch restore로 복구하세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
truncate -s 5000 l.sqlite
juice-batch verify --ledger l.sqlite
