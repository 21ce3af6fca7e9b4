# Exits with 78.
# Says (en): The amount of '…' differs from row to row.
# Says (ko): '…'의 금액이 행마다 다릅니다.
printf '%s\n' 'juice,fruit,quantity,price' 'a,b,1,4500' 'a,c,1,5000' > m.csv
juice-batch menu --menu m.csv
