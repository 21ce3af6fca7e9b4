# Exits with 78.
printf '%s\n' 'juice,fruit,quantity' 'a,b,1' 'a,b,1' > m.csv
juice-batch menu --menu m.csv
