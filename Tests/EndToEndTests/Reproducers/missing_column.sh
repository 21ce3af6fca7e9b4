# Exits with 78.
# Says (en): There is no column '…', or more than one.
# Says (ko): '…' 열이 없거나 둘 이상입니다.
printf '%s\n' 'juice,fruit' 'a,b' > m.csv
juice-batch menu --menu m.csv
