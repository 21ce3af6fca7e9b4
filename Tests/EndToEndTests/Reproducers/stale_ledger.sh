# Exits with 78.
# Says (en): This is an older copy of the ledger: run … in the run log … is missing from this copy, or differs. Put the newest ledger in its place, or run juice-batch restore in the shop's folder.
# Says (ko): 예전 시점의 장부입니다. 실행 기록 …에 있는 실행 #… 장부에 없거나 내용이 다릅니다. 가장 최근의 장부를 되돌려 놓거나, 매장 폴더에서 juice-batch restore로 복구하세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
printf '%s\n' 'item' '딸기쥬스' > b.csv
juice-batch run a.csv --ledger l.sqlite --quiet
cp l.sqlite older.sqlite
juice-batch run b.csv --ledger l.sqlite --quiet
mv older.sqlite l.sqlite
juice-batch verify --ledger l.sqlite
