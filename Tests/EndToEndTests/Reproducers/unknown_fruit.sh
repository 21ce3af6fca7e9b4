# Exits with 78.
# Says (en): No such fruit on the menu: '…'
# Says (ko): 메뉴에 없는 과일입니다: '…'
printf '%s\n' 'item' '키위쥬스' > a.csv
printf '%s\n' 'fruit,stock' '배,1' > s.csv
juice-batch run a.csv --stock s.csv
