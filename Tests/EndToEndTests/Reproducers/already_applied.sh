# Exits with 65.
printf '%s\n' 'file,line,id,action,item,quantity,message,재고_딸기' > a.csv
juice-batch run a.csv
