# Exits with 0.
# Says (en): This id was already processed. You do not need to do anything.
# Says (ko): 이미 처리한 번호입니다. 그대로 두면 됩니다.
printf '%s\n' 'id,action,item,quantity' '1,order,키위쥬스,1' '1,order,키위쥬스,1' > a.csv
juice-batch check a.csv
