# Exits with 4.
printf '%s\n' 'id,action,item,quantity' '1,restock,키위,1' > a.csv
printf '%s\n' 'fruit,stock' '키위,1000000000000' > s.csv
juice-batch check a.csv --stock s.csv
