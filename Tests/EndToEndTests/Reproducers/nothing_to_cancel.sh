# Exits with 4.
# Says (en): Fewer cups than this were served. Check the juice and the quantity.
# Says (ko): 만든 잔보다 많이 취소할 수 없습니다. 쥬스와 수량을 확인하세요.
printf '%s\n' 'action,item,quantity' 'order,키위쥬스,1' 'cancel,키위쥬스,2' > a.csv
juice-batch check a.csv
