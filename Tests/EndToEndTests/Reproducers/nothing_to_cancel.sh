# Exits with 4.
printf '%s\n' 'action,item,quantity' 'order,키위쥬스,1' 'cancel,키위쥬스,2' > a.csv
juice-batch check a.csv
