# Exits with 70.
# Says (en): …: the ledger is inconsistent. Run juice-batch restore in the shop's folder.
# Says (ko): …: 장부의 기록이 서로 맞지 않습니다. 매장 폴더에서 juice-batch restore로 복구하세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
LC_ALL=C sed -i s/키위쥬스/키위주스/g l.sqlite
juice-batch verify --ledger l.sqlite
