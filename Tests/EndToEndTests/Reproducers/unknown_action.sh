# Exits with 4.
# Says (en): Unknown action: '…'. Use order, restock, discard, count, cancel or assert.
# Says (ko): 알 수 없는 작업입니다: '…'. 주문, 입고, 폐기, 실사, 취소, 재고확인 중에서 고르세요.
printf '%s\n' 'id,action,item,quantity' '1,예약,키위쥬스,1' > a.csv
juice-batch check a.csv
