# Exits with 4.
printf '%s\n' 'id,action,item,quantity' '1,예약,키위쥬스,1' > a.csv
juice-batch check a.csv
