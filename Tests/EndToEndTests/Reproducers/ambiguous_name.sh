# Exits with 78.
printf '%s\n' 'juice,fruit,quantity,alias' 'a,b,1,x' 'c,d,1,x' > m.csv
juice-batch menu --menu m.csv
