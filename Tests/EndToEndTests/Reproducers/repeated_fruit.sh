# Exits with 78.
# Says (en): This fruit appears twice: '…'
# Says (ko): 과일이 두 번 나옵니다: '…'
printf '%s\n' 'juice,fruit,quantity' 'a,b,1' 'a,b,1' > m.csv
juice-batch menu --menu m.csv
