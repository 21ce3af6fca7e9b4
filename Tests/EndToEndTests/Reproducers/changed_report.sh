# Exits with 65.
printf '%s\n' 'memo,file,line,id,action,item,quantity,code,message,shortage,raw' > a.csv
juice-batch run a.csv
