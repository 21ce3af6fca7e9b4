# Exits with 4.
# Says (en): This row cancels more cups than were served. Check it, unless its order was short of stock.
# Says (ko): 만든 잔 수보다 많이 취소할 수는 없습니다. 쥬스와 수량을 확인하세요. 재료가 모자라 못 만든 주문을 취소한 행은 그대로 두세요.
printf '%s\n' 'action,item,quantity' 'order,키위쥬스,1' 'cancel,키위쥬스,2' > a.csv
juice-batch check a.csv
