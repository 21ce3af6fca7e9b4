# Exits with 4.
# Says (en): This id was already used for another row. Check the id and the row.
# Says (ko): 이 번호는 다른 내용으로 이미 처리했습니다. 번호나 내용을 확인하세요.
printf '%s\n' 'id,action,item,quantity' '1,order,키위쥬스,1' '1,order,키위쥬스,2' > a.csv
juice-batch check a.csv
