# Exits with 78.
# Says (en): The ledger is missing or empty, but … shows that a ledger existed. Run juice-batch restore in the shop's folder; to begin a new ledger, move done/, repeated/, backup/ and reports/ elsewhere.
# Says (ko): 장부가 없거나 비었는데, …에는 적용한 기록이 있습니다. 매장 폴더에서 juice-batch restore로 복구하세요. 새 장부로 시작하려면 done/, repeated/, backup/, reports/를 다른 곳으로 옮기세요.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
rm shop.sqlite shop.sqlite.runs
juice-batch nightly --settle 0
