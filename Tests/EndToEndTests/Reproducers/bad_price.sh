# Exits with 78.
# Says (en): This amount cannot be used: '…'. Write a number from 0 to 1000000000 with at most two decimals and no commas, such as 4500 or 12.50.
# Says (ko): 쓸 수 없는 금액입니다: '…'. 0부터 1000000000까지, 소수점 아래 두 자리까지 숫자만 적으세요. 예: 4500, 12.50
printf '%s\n' 'juice,fruit,quantity,price' 'a,b,1,4.500' > m.csv
juice-batch menu --menu m.csv
