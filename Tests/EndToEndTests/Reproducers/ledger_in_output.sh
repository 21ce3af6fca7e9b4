# Exits with 64.
# Says (en): …: neither the ledger nor its SQLite journal may be in …, where the reports are written.
# Says (ko): …: 보고서를 쓸 폴더 …에는 장부나 장부의 저널을 둘 수 없습니다. --output으로 다른 폴더를 고르세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
mkdir out
juice-batch run a.csv --output out --ledger out/l.sqlite
