# Exits with 78.
printf '%s\n' 'juice,fruit,quantity,price' 'a,b,1,4500' 'a,c,1,5000' > m.csv
juice-batch menu --menu m.csv
