# Exits with 78.
# Says (en): The ledger is missing or empty, but its run log … lists runs. Put the ledger back, or run juice-batch restore in the shop's folder. To begin a new ledger, move the run log aside.
# Says (ko): 장부가 없거나 비어 있는데, 실행 기록 …에는 이미 적용한 실행이 있습니다. 장부를 되돌려 놓거나, 매장 폴더에서 juice-batch restore로 복구하세요. 새로 시작하려면 실행 기록을 다른 곳으로 옮기세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
rm l.sqlite
juice-batch verify --ledger l.sqlite
