# Exits with 4.
printf '%s\n' 'id,action,item,quantity' '1,order,키위쥬스,1' '1,order,키위쥬스,2' > a.csv
juice-batch check a.csv
