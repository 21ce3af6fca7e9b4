# Exits with 64.
printf '%s\n' 'item,구분' '키위쥬스,반품' > a.csv
juice-batch run a.csv --value action:반품=cancel --value action:반품=ignore
