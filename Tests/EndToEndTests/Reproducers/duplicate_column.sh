# Exits with 65.
printf '%s\n' 'item,juice' > a.csv
juice-batch run a.csv
