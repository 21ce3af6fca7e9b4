# Exits with 4.
printf '%s\n' 'id,action,item,quantity' '1,order,키위쥬스' > a.csv
juice-batch check a.csv
