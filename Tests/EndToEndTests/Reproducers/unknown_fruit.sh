# Exits with 78.
printf '%s\n' 'item' '키위쥬스' > a.csv
printf '%s\n' 'fruit,stock' '배,1' > s.csv
juice-batch run a.csv --stock s.csv
