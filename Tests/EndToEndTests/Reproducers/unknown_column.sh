# Exits with 65.
printf '%s\n' 'item,status,points' '키위쥬스,paid,7' > a.csv
juice-batch run a.csv --known status=paid
