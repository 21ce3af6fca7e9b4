# Exits with 4.
# Says (en): The settings skip this row. If it should be applied, change the settings.
# Says (ko): 설정에 따라 건너뛴 행입니다. 적용해야 할 행이면 설정을 고치세요.
printf '%s\n' 'file,line,id,action,item,quantity,code,message,shortage,raw' \
    'a.csv,2,1,order,키위쥬스,1,ignored,,,' > failure.csv
juice-batch check failure.csv
