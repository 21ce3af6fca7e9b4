# Exits with 64.
printf '%s\n' 'item' '아이스 망고' > a.csv
juice-batch run a.csv --value 'item:아이스 망고=망고쥬'
