# Exits with 65.
printf '\357\273\277item\n' > a.csv
juice-batch run a.csv --encoding cp949
