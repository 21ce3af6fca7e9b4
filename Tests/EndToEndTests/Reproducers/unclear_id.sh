# Exits with 65.
printf '%s\n' 'order id,juice' 'R-1,kiwi' 'R-1,mango' > a.csv
juice-batch run a.csv
