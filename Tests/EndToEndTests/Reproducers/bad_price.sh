# Exits with 78.
printf '%s\n' 'juice,fruit,quantity,price' 'a,b,1,4.500' > m.csv
juice-batch menu --menu m.csv
