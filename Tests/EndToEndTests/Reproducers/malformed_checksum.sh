# Exits with 66.
printf '%s\n' 'item' '키위쥬스' > a.csv
echo 'to be done' > a.csv.sha256
juice-batch run a.csv
