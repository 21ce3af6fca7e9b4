# Exits with 78.
# Says (en): This quantity cannot be used: '…'
# Says (ko): 쓸 수 없는 수량입니다: '…'
printf '%s\n' 'juice,fruit,quantity' 'a,b,0' > m.csv
juice-batch menu --menu m.csv
