# Exits with 78.
# Says (en): The column '…' is missing, or appears more than once.
# Says (ko): '…' 열이 없거나 둘 이상입니다.
printf '%s\n' 'juice,fruit' 'a,b' > m.csv
juice-batch menu --menu m.csv
