# Exits with 78.
# Says (en): This row should have … cells, but has …. Check quotes and delimiters.
# Says (ko): 칸이 …개여야 하는데 …개입니다. 따옴표와 구분 기호를 확인하세요.
printf '%s\n' 'juice,fruit,quantity' 'a,b' > m.csv
juice-batch menu --menu m.csv
