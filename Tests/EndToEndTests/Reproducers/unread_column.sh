# Exits with 78.
# Says (en): Column '…' is not read. Name it 'price' or '판매가' if it is the price of a cup, or 'fruit_cost' or '원가' if it is the cost of a piece of fruit; otherwise remove it.
# Says (ko): '…' 열은 읽지 않습니다. 쥬스 한 잔의 값이면 'price'나 '판매가', 과일 한 개의 값이면 'fruit_cost'나 '원가'로 이름을 바꾸고, 다른 금액이면 열을 지우세요.
printf '%s\n' 'juice,fruit,quantity,가격' 'a,b,1,4500' > m.csv
juice-batch menu --menu m.csv
