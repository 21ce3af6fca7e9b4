# Exits with 4.
# Says (en): The time cannot be read or compared. Use the same format as in the other rows.
# Says (ko): 시각을 읽을 수 없거나 다른 행과 비교할 수 없습니다. 다른 행과 같은 형식으로 적으세요.
printf '%s\n' 'file,line,id,action,item,quantity,code,message,shortage,raw' \
    'a.csv,2,1,order,키위쥬스,1,invalid_time,,,' > failure.csv
juice-batch check failure.csv
