# Exits with 78.
# Says (en): This name has two meanings: '…'
# Says (ko): 두 가지를 뜻하는 이름입니다: '…'
printf '%s\n' 'juice,fruit,quantity,alias' 'a,b,1,x' 'c,d,1,x' > m.csv
juice-batch menu --menu m.csv
