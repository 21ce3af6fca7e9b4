# Exits with 65.
printf '%s\n' 'juice,qty' 'kiwi,1,4500' 'mango,1,5500' > a.csv
juice-batch run a.csv
