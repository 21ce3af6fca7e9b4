# Exits with 4.
printf '%s\n' 'file,line,id,action,item,quantity,code,message,shortage,raw' \
    'a.csv,2,1,order,키위쥬스,1,invalid_time,,,' > failure.csv
juice-batch check failure.csv
