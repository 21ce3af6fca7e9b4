# Exits with 4.
# Says (en): Stock would exceed its limit of 1,000,000,000,000. Check the quantity.
# Says (ko): 재고가 한도(1,000,000,000,000개)를 넘습니다. 수량을 확인하세요.
printf '%s\n' 'id,action,item,quantity' '1,restock,키위,1' > a.csv
printf '%s\n' 'fruit,stock' '키위,1000000000000' > s.csv
juice-batch check a.csv --stock s.csv
