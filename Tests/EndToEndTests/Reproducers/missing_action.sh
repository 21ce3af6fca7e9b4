# Exits with 4.
printf '%s\n' 'id,action,item,quantity' '1,,kiwi,1' > a.csv
juice-batch check a.csv
