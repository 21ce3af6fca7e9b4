# Exits with 65.
printf '%s\n' 'juice,판매량' 'kiwi,2' > a.csv
juice-batch run a.csv
