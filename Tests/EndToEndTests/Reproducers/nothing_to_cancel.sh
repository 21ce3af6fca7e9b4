# Exits with 4.
# Says (en): Fewer cups than that were served. Check juice and quantity.
# Says (ko): 취소할 만큼 만든 잔이 없습니다. 쥬스와 수량을 확인하세요.
printf '%s\n' 'action,item,quantity' 'order,키위쥬스,1' 'cancel,키위쥬스,2' > a.csv
juice-batch check a.csv
