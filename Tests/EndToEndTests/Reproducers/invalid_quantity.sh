# Exits with 4.
# Says (en): The quantity '…' cannot be used. Write a whole number from … to ….
# Says (ko): 수량 … 쓸 수 없습니다. …부터 …까지의 정수를 적으세요.
printf '%s\n' 'id,action,item,quantity' '1,order,키위쥬스,x' > a.csv
juice-batch check a.csv
