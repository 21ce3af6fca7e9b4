# Exits with 73.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --quiet
juice-batch index reports/a
