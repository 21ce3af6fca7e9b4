# Exits with 64.
# Says (en): …: this ledger already has stock. --stock is only for a new ledger
# Says (ko): …: 이미 재고가 있는 장부입니다. --stock은 새 장부를 시작할 때만 씁니다. 실제로 센 재고는 실사(count)로 적용하세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
echo 'fruit,stock' > s.csv
juice-batch run a.csv --stock s.csv --ledger l.sqlite --again
