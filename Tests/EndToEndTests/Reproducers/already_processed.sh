# Exits with 0.
printf '%s\n' 'id,action,item,quantity' '1,order,키위쥬스,1' '1,order,키위쥬스,1' > a.csv
juice-batch check a.csv
