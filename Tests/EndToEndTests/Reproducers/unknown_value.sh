# Exits with 4.
printf '%s\n' 'item,status' '키위쥬스,paid' '키위쥬스,coupon' > a.csv
juice-batch check a.csv --known status=paid
