# Exits with 65.
printf '%s\n' 'item' '키위쥬스' '망고쥬스' > a.csv
sha256sum a.csv > a.csv.sha256
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv
