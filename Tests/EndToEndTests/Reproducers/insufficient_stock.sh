# Exits with 0.
# Says (en): 재료가 모자라요. 재고를 수정할까요?
# Says (ko): 재료가 모자라요. 재고를 수정할까요?
printf '%s\n' 'id,action,item,quantity' '1,,딸기쥬스,1' > a.csv
juice-batch check a.csv
