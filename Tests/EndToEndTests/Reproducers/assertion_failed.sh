# Exits with 4.
printf '%s\n' 'action,item,quantity' 'order,키위쥬스,1' 'assert,키위,10' > a.csv
juice-batch check a.csv
