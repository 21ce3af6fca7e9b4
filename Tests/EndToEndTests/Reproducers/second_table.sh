# Exits with 65.
printf '%s\n' 'juice,qty' 'kiwi,1' 'juice,qty' 'mango,1' > a.csv
juice-batch run a.csv
