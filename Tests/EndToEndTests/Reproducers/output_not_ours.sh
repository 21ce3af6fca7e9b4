# Exits with 73.
printf '%s\n' 'item' '키위쥬스' > a.csv
mkdir out
echo mine > out/mine
juice-batch run a.csv --output out
