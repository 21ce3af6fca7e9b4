# Exits with 78.
printf '%s\n' 'juice,fruit,quantity' 'a,b' > m.csv
juice-batch menu --menu m.csv
