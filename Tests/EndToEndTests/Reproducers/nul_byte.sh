# Exits with 65.
printf 'item\n\000\n' > a.csv
juice-batch run a.csv
