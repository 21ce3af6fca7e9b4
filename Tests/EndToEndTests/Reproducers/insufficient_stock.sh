# Exits with 0.
printf '%s\n' 'id,action,item,quantity' '1,,딸기쥬스,1' > a.csv
juice-batch check a.csv
