# Exits with 78.
# Says (en): This ledger is marked as format …, but its tables do not match that format.
# Says (ko): 장부에 적힌 형식은 …인데 테이블이 그 형식과 다릅니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
# The statement of a table as SQLite keeps it, with another name for a column.
LC_ALL=C sed -i s/seed_low/seed_LOW/ l.sqlite
juice-batch verify --ledger l.sqlite
