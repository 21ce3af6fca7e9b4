# Exits with 65.
printf '%s\n' 'a,b' > a.csv
juice-batch run a.csv
